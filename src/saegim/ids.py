"""Ids: a letter for the noun, then time, then chance. They sort by age and cannot be guessed."""

from __future__ import annotations

import secrets
from datetime import datetime

_ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"
# Two digits at a time: a turn draws three ids.
_PAIRS = [high + low for high in _ALPHABET for low in _ALPHABET]


def new_id(prefix: str, at: datetime) -> str:
    """A fresh id such as `t_01k9x…`: 48 bits of milliseconds and 80 random bits, base 32."""
    return _id(prefix, at, secrets.randbits(80))


def derived_id(prefix: str, at: datetime, seed: bytes) -> str:
    """The id that `at` and `seed` make, the same each time; the seed is a digest of at least 10 bytes."""
    return _id(prefix, at, int.from_bytes(seed[:10], "big"))


def _id(prefix: str, at: datetime, chance: int) -> str:
    number = (int(at.timestamp() * 1000) & (1 << 48) - 1) << 80 | chance
    digits = [_PAIRS[number >> shift & 1023] for shift in range(120, -1, -10)]
    return f"{prefix}_{''.join(digits)}"
