"""What a search for personal data gives back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal

Kind = Literal[
    "resident_number",
    "foreigner_number",
    "phone",
    "email",
    "card",
    "account",
    "address",
    "passport",
    "licence",
    "ip",
    "business_number",
    "health_insurance",
]

# What stands in the place of each kind when it is masked.
KOREAN_NAMES: Mapping[Kind, str] = MappingProxyType(
    {
        "resident_number": "주민등록번호",
        "foreigner_number": "외국인등록번호",
        "phone": "전화번호",
        "email": "이메일",
        "card": "카드번호",
        "account": "계좌번호",
        "address": "주소",
        "passport": "여권번호",
        "licence": "운전면허번호",
        "ip": "IP주소",
        "business_number": "사업자등록번호",
        "health_insurance": "건강보험증번호",
    }
)

# From here on a finding is taken as certain: a check digit, an unmistakable form, or a form that is named.
HIGH = 0.8


@dataclass(frozen=True, slots=True)
class Found:
    """A piece of personal data: what kind, where in the NFC text, and how sure we are (0.5 to 1)."""

    kind: Kind
    start: int
    end: int
    text: str
    confidence: float
