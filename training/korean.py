"""Korean forms of a template: speech levels, reported speech, particles, chat spelling."""

from __future__ import annotations

import random
import re
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kiwipiepy import Kiwi

# (after a consonant, after a vowel), longest first so that 이라고 wins over 이.
_PARTICLES = (
    ("이라고", "라고"),
    ("이라는", "라는"),
    ("이라서", "라서"),
    ("이라면", "라면"),
    ("이라니", "라니"),
    ("이래", "래"),
    ("이면", "면"),
    ("이에요", "예요"),
    ("이었", "였"),
    ("이랑", "랑"),
    ("이야", "야"),
    ("으로", "로"),
    ("이라", "라"),
    ("은", "는"),
    ("이", "가"),
    ("을", "를"),
    ("과", "와"),
)
_EXACT = {"은", "는", "이", "가", "을", "를", "과", "와"}
_SLOT = re.compile(r"\{(\w)(\w*)\}([가-힣]*)")
# Verbs and auxiliaries that take the plain 다 although the tagger calls them verbs.
_STATIVE = {"있", "없", "싶", "계시"}

STYLES = ("plain", "yo", "formal", "note", "because", "but", "quote", "said", "recall", "past", "wonder")


@cache
def kiwi() -> Kiwi:
    from kiwipiepy import Kiwi

    return Kiwi(load_multi_dict=False, load_default_dict=False, load_typo_dict=False)


def coda(text: str) -> int:
    """Final consonant of the last letter as Unicode counts them: 0 none, 8 ㄹ, 1 for most non-Hangul."""
    last = text[-1]
    if "가" <= last <= "힣":
        return (ord(last) - 0xAC00) % 28
    if last.isdigit():
        return 0 if last in "2459" else 8 if last in "178" else 1
    if last.isupper():
        # Letters are read by name: 엘, 알 end in ㄹ, 엠, 엔 in a consonant, all others in a vowel.
        return 8 if last in "LR" else 1 if last in "MN" else 0
    return 0 if last.lower() in "aeiouywr" else 1


def particle(value: str, form: str) -> str:
    """The form of a particle that fits the value: ("땅콩", "를") gives 을."""
    end = coda(value)
    for after_consonant, after_vowel in _PARTICLES:
        for candidate in (after_consonant, after_vowel):
            if form == candidate or (candidate not in _EXACT and form.startswith(candidate)):
                vowel = end == 0 or (after_consonant == "으로" and end == 8)
                return (after_vowel if vowel else after_consonant) + form[len(candidate) :]
    return form


def fill(template: str, values: dict[str, str]) -> str:
    """The template with its slots filled and the particles after them made to fit."""

    def put(match: re.Match[str]) -> str:
        slot, inner, after = match.groups()
        value = values[slot]
        text = value + (particle(value, inner) if inner else "")
        return text + (particle(value, after) if after and not inner else after)

    text = _SLOT.sub(put, template)
    return re.sub(r"(어제|그저께|오늘|내일|모레|아까|방금)에(?=\s|$|부터|는)", r"\1", text)


def _ending(style: str, stem: str, tag: str) -> list[tuple[str, str]] | None:
    closed = coda(stem) != 0
    verb = tag in ("VV", "XSV", "VX", "VV-R", "VV-I", "VX-R", "VX-I") and stem not in _STATIVE
    plain = ("는다" if closed and coda(stem) != 8 else "ᆫ다") if verb else "다"
    final = {
        "plain": plain,
        "yo": "어요",
        "formal": "습니다" if closed and coda(stem) != 8 else "ᆸ니다",
        "note": "음" if closed and coda(stem) != 8 else "ᆷ",
        "because": "거든",
        "but": "는데" if verb or tag == "EP" or stem in _STATIVE else ("은데" if closed else "ᆫ데"),
        "quote": plain + "고",
        "said": plain[:-1] + "대",
        "recall": "지",
        "wonder": "나",
    }.get(style)
    if final:
        return [(final, "EF" if style != "quote" else "EC")]
    if style == "past" and tag != "EP":
        return [("었", "EP"), ("지", "EF")]
    return None


@cache
def restyle(template: str, style: str) -> str | None:
    """The template with another final ending, or None where the form does not exist or is not sure.

    Written for casual speech (해체): 알레르기가 있어 becomes 있다, 있어요, 있음, 있다고…
    """
    body = template.rstrip("?!. ")
    if body.endswith(("줘", "마", "말아", "부탁해")):
        asked = {"줘": "달라고", "마": "말라고"}.get(body[-1])
        if asked is None:
            return None
        ask = body[:-1] + asked
        return {"plain": ask + " 했다", "quote": ask, "said": ask + " 했대", "yo": body + "요"}.get(style)
    if style == "formal" and body.endswith("거야"):
        return body[:-2] + "겁니다"
    copula = re.search(r"(이야|야)$", body)
    head, _, last = body.rpartition(" ")
    if copula and ("}" in last or re.search(r"[가-힣a-zA-Z0-9](이야|야)$", last)):
        noun = body[: copula.start()]
        forms = {
            "plain": "이다",
            "yo": "이에요",
            "formal": "입니다",
            "note": "임",
            "because": "이거든",
            "but": "인데",
            "quote": "이라고",
            "said": "이래",
            "recall": "이지",
            "past": "이었지",
            "wonder": "인가",
        }
        form = forms.get(style)
        if form is None:
            return None
        if noun.endswith("}"):
            return noun + form
        shorter = {"이다": "다", "이거든": "거든", "이래": "래", "이지": "지"} if coda(noun) == 0 else {}
        return noun + shorter.get(form, particle(noun, form))
    if "{" in last:
        return None
    plain_text = _SLOT.sub(lambda m: "사과" + m.group(3), body)
    # With a full stop the tagger reads a final ending, not a connective one.
    tokens = kiwi().tokenize(plain_text + ".")[:-1]
    if len(tokens) < 2 or tokens[-1].tag != "EF":
        return None
    start = len(plain_text) - len(last)
    tail = [token for token in tokens[:-1] if token.start >= start]
    if not tail or tail[0].start != start:
        return None
    if tail[-1].tag not in (
        "VV",
        "VA",
        "VX",
        "XSV",
        "XSA",
        "EP",
        "VCN",
        "VCP",
        "VV-R",
        "VV-I",
        "VA-R",
        "VA-I",
        "VX-R",
        "VX-I",
        "XSA-R",
        "XSA-I",
    ):
        return None
    ending = _ending(style, tail[-1].form, tail[-1].tag)
    if ending is None:
        return None
    joined = kiwi().join([(token.form, token.tag) for token in tail] + ending)
    return f"{head} {joined}" if head else joined


_TYPOS = (
    ("있어", "이써"),
    ("했어", "햇어"),
    ("했어", "해써"),
    ("됐어", "됫어"),
    ("좋아", "조아"),
    ("같아", "가타"),
    ("뭐", "머"),
    ("거야", "거얌"),
    ("먹어", "머거"),
    ("먹었어", "머거써"),
    ("괜찮", "갠찬"),
    ("싫어", "시러"),
    ("어떻게", "어케"),
    ("너무", "넘"),
    ("진짜", "ㄹㅇ"),
    ("안 ", "않 "),
    ("에서", "에서"),
    ("없어", "업써"),
    ("왔어", "와써"),
    ("됐", "됬"),
    ("나랑", "나랑"),
    ("이야", "이얌"),
    ("갔어", "가써"),
    ("요즘", "요새"),
)
_TAILS = ("ㅋㅋ", "ㅋㅋㅋ", "ㅎㅎ", "ㅠㅠ", "ㅜㅜ", "..", "~", "!", "!!", " ㅇㅇ", "")


def chat(text: str, rng: random.Random) -> str:
    """The text as it is typed in a messenger: missing spaces, slips, laughter."""
    for wrong in rng.sample(_TYPOS, 6):
        if wrong[0] in text and rng.random() < 0.6:
            text = text.replace(*wrong, 1)
    if rng.random() < 0.35:
        words = text.split(" ")
        if len(words) > 1:
            at = rng.randrange(len(words) - 1)
            words[at : at + 2] = [words[at] + words[at + 1]]
            text = " ".join(words)
    if rng.random() < 0.05:
        text = text.replace(" ", "")
    return text + rng.choice(_TAILS)
