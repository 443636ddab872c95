"""What a model says is believed only as far as its evidence goes."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from saegim.language.morphemes import Analyser
from saegim.language.text import nfc
from saegim.models import fold_name
from saegim.tend.contrary import numbers
from saegim.tend.names import find_names
from saegim.tend.spelling import spellings

_SHORTEST, _LONGEST = 6, 300
_WORD = re.compile(r"[^\W_]{2,}")


def why_not(
    text: str,
    evidence: Sequence[str],
    *,
    others: Collection[str],
    allowed: Collection[str],
    analyser: Analyser,
    least: float = 0.3,
) -> str | None:
    """Why the statement cannot be kept, in a word; None when it can.

    `evidence` are the texts it rests on, `others` names of everyone known, `allowed` names it may use besides
    those in the evidence; `least` of its words must be the evidence's own.
    """
    text = nfc(text).strip()
    if not _SHORTEST <= len(text) <= _LONGEST or "\n" in text:
        return "length"
    if not evidence:
        return "no_evidence"
    told = nfc(" ".join(evidence))
    if not set(numbers(text)) <= set(numbers(told)):
        return "number"
    known = fold_name(told)
    mine = {form for name in allowed for form in spellings(name)}
    (analysis,) = analyser.analyse([text])
    named = [one.name for one in find_names(text, analysis) if one.sure]
    named += [m.form for m in analysis.morphemes if m.tag == "NNP" and len(m.form) > 1]
    named += [name for name in others if len(name) > 1 and name in text]
    for name in named:
        if not any(form in known or form in mine for form in spellings(name)):
            return "name"
    terms = {term for analysed in analyser.analyse([told]) for term in analysed.terms if len(term) > 1}
    said = {term for term in analysis.terms if len(term) > 1}
    if not terms & said or len(terms & said) < least * len(said):
        return "unrelated"
    return None
