"""A small notation for patterns over tokens, compiled to one regular expression each.

Elements are separated by spaces and stand for one token each:

    좋아하            that form, any tag         살|지내      one of these forms
    살/VV             that form, tag VV…         /J           any form, tag J…
    @J  @JK           a word of that sort        ~\\d+세       a form that matches the expression
    N  J  E  V  X     noun, particle, ending, verb or adjective, anything
    A                 an adverb, or words in an adverb's place (하루에 두 번, 15년째)
    K  U              a noun that names no time; a noun of no sort at all
    END               only endings, auxiliaries and marks up to the end of the clause
    TAIL              as END, after 하는 중이다, 하는 편이다, 한 지 오래다
    ( … )  (v: … )    a group, a named group; `OR` between alternatives inside it

`?`, `*`, `+`, `*?`, `+?` follow an element or a group as in regular expressions.
"""

from __future__ import annotations

import re
from functools import cache

_TAGS = {
    "N": r"(?:NN[GPB]|SL|SN|NR|XR|SH|XSN|XPN|W_\w+)",
    "J": r"J\w+",
    "E": r"(?:EP|EF|EC)",
    "V": r"(?:VV|VA|VX|XSV|XSA|VCP|VCN)",
    "M": r"MM",
}
# How much more often than others a form or sort stands in a clause; a set with such a member sorts out little.
_COMMON = dict.fromkeys(
    """은 는 이 가 을 를 에 에서 의 도 만 로 으로 랑 이랑 와 과 하고 하 되 있 없 고 어 어서 는데 지만 면 으면 었 았 겠 ᆫ ᆯ 은 안 못 나 저 우리
    것 거 게 지 수 말 일 때 주 보 가 오 먹 좋 @T @W @X @H @O @J @E @Q @e @R @I @B""".split(),
    40,
)
_QUANTIFIER = re.compile(r"(\*\?|\+\?|\?\?|[?*+]|\{\d,\d\}\??)$")
# 하는 중이다, 하는 편이다, 한 지 오래다: the verb before them is the one that counts.
_TAIL = (
    r"(?:[^ /]+/(?:E[PCF]|VX)\.\w* )*"
    r"(?:(?:는|ᆫ|은|을|ᆯ|던)/ETM\.\w* (?:중|편|거|것|상태|상황|셈|처지|체질|입장|타입|스타일|사람)/NN\w\.\w* (?:이/JKS\.\w* )?(?:[^ /]+/V\w+\.\w* )?"
    r"|기/ETN\.\w* 바라/VV\.\w* |이/VCP\.\w* |(?:ᆫ|은)/ETM\.\w* 지/NNB\.\w* (?:[^ ]+ ){1,6})?"
)
# Adverbs and what stands for one: 요즘, 15년째, 하루에 두 번, 심하게, 주기적으로.
_ADVERBIAL = (
    r"(?:[^ /]+/(?:MAG|IC)\.\w* "
    r"|[^ /]+/(?:NNG|NNB)\.\w*T\w* (?:(?:째|씩)/XSN\.\w* )?(?:(?:에|부터|까지|마다|쯤)/J\w+\.\w* (?:는/JX\.\w* )?)?"
    r"|[^ /]+/(?:SN|NR|MM)\.\w* [^ /]+/NNB\.\w* (?:(?:째|씩|간|정도)/\w+\.\w* )?(?:(?:에|로|만|이나)/J\w+\.\w* )?"
    r"|[^ /]+/(?:NNG|XR)\.\w* 적/XSN\.\w* 으로/JKB\.\w* "
    r"|[^ /]+/(?:VA|XSA)\.\w* 게/EC\.\w* )"
)
_END = r"(?:[^ /]+/(?:EP|EF|EC|VX|JX|SF|SP|SE|SW|SO|SSC|Z_CODA|MAG|IC)\.\w* )*$"


@cache
def compile_pattern(pattern: str) -> re.Pattern[str]:
    """The regular expression over a clause's pieces. Compiled when first needed: all of them take a second."""
    out = [r"(?<![^ ])"]
    for element in pattern.split():
        body, quantifier = _parted(element)
        if body == "(":
            out.append("(?:")
        elif body.startswith("(") and body.endswith(":"):
            out.append(f"(?P<{body[1:-1]}>")
        elif body == ")":
            out.append(f"){quantifier}")
        elif body == "OR":
            out.append("|")
        elif body == "START":
            out.append("^")
        elif body == "END":
            out.append(_END)
        elif body == "TAIL":
            out.append(_TAIL + _END)
        else:
            out.append(f"(?:{_atom(body)}){quantifier}")
    return re.compile("".join(out))


def needs(pattern: str) -> list[frozenset[str]]:
    """Sets of forms and sorts (as "@J"); a clause must have one of each for the pattern to have a chance.

    The set that fewest clauses can meet comes first. Empty when nothing can be looked up.
    """
    depth = 0
    found: list[frozenset[str]] = []
    for element in pattern.split():
        body, quantifier = _parted(element)
        if body.startswith("("):
            depth += 1
        elif body == ")":
            depth -= 1
        elif depth == 0 and quantifier in ("", "+", "+?"):
            named = _named(body)
            if named:
                found.append(named)
    # Inside a group that must occur, every element is demanded as well; of alternatives, one of each.
    found.extend(_in_demanded_groups(pattern))
    return sorted(found, key=_commonness)


def _commonness(names: frozenset[str]) -> tuple[int, int]:
    return sum(_COMMON.get(name, 1) for name in names), len(names)


def _in_demanded_groups(pattern: str) -> list[frozenset[str]]:
    found: list[frozenset[str]] = []
    # Per open group: what each alternative so far demands.
    stack: list[list[list[frozenset[str]]]] = []
    for element in pattern.split():
        body, quantifier = _parted(element)
        if body.startswith("("):
            stack.append([[]])
        elif body == ")":
            alternatives = stack.pop()
            if quantifier in ("", "+", "+?"):
                (stack[-1][-1] if stack else found).extend(_of_alternatives(alternatives))
        elif body == "OR" and stack:
            stack[-1].append([])
        elif stack and quantifier in ("", "+", "+?"):
            named = _named(body)
            if named:
                stack[-1][-1].append(named)
    return found


def _of_alternatives(alternatives: list[list[frozenset[str]]]) -> list[frozenset[str]]:
    """What a group demands: all of it, or, of several ways, the rarest element of each."""
    if len(alternatives) == 1:
        return alternatives[0]
    if not all(alternatives):
        return []
    return [frozenset().union(*(min(demands, key=_commonness) for demands in alternatives))]


def _parted(element: str) -> tuple[str, str]:
    if element.startswith("~"):
        return element, ""
    found = _QUANTIFIER.search(element)
    return (element[: found.start()], found[0]) if found and found.start() else (element, "")


def _named(body: str) -> frozenset[str]:
    if body in _TAGS or body in ("A", "X", "K", "U", "END", "TAIL", "START", "OR") or body[0] in "~/":
        return frozenset()
    if body.startswith("@"):
        return frozenset("@" + sort for sort in body[1:])
    return frozenset(body.partition("/")[0].split("|"))


def _atom(body: str) -> str:
    if body == "A":
        return _ADVERBIAL
    if body in _TAGS:
        return rf"[^ /]+/{_TAGS[body]}\.\w* "
    if body == "K":
        return rf"[^ /]+/{_TAGS['N']}\.(?!\w*T)\w* "
    if body == "U":
        return r"[^ /]+/(?:NN[GP]|XR|XSN|SL)\. "
    if body == "X":
        return r"[^ ]+ "
    if body.startswith("@"):
        return rf"[^ /]+/\w+\.\w*[{body[1:]}]\w* "
    if body.startswith("~"):
        inside = re.sub(r"(?<!\\)\.", "[^ /]", body[1:])
        return rf"(?:{inside})/[^ ]+ "
    form, _, tag = body.partition("/")
    forms = "|".join(map(re.escape, form.split("|"))) if form else "[^ /]+"
    return rf"(?:{forms})/(?:{tag})\w*\.\w* "
