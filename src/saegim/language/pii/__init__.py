"""Personal data in a text: find it, name it, cover it."""

from saegim.language.pii.find import find_pii, pii_flags
from saegim.language.pii.found import HIGH, KOREAN_NAMES, Found, Kind
from saegim.language.pii.mask import covered_flags, mask_pii

__all__ = ["HIGH", "KOREAN_NAMES", "Found", "Kind", "covered_flags", "find_pii", "mask_pii", "pii_flags"]
