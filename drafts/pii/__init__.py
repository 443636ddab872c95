"""Personal data in a text: find it, name it, cover it."""

from saegim.language.pii.find import find_pii, pii_flags
from saegim.language.pii.found import HIGH, KOREAN_NAMES, Kind, Pii
from saegim.language.pii.mask import Style, mask_pii

__all__ = ["HIGH", "KOREAN_NAMES", "Kind", "Pii", "Style", "find_pii", "mask_pii", "pii_flags"]
