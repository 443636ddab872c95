"""Ids: a letter for the noun, then time, then chance. They sort by age and cannot be guessed."""

from __future__ import annotations

import secrets
from datetime import datetime

_ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"


def new_id(prefix: str, at: datetime) -> str:
    """A fresh id such as `t_01k9x…`: 48 bits of milliseconds and 80 random bits, base 32."""
    number = (int(at.timestamp() * 1000) & (1 << 48) - 1) << 80 | secrets.randbits(80)
    digits = []
    for _ in range(26):
        digits.append(_ALPHABET[number & 31])
        number >>= 5
    return f"{prefix}_{''.join(reversed(digits))}"
