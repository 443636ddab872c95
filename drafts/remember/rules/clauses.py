"""A Korean text as sentences and clauses, each with the mood it was said in.

Rules look at one clause at a time. What may be believed of a clause (it tells, asks, supposes, reports)
is settled here, once, for all of them.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise

from saegim.remember.rules.tokens import Token

# How a clause is meant.
TELL, ASK, ORDER, SUPPOSE, REPORT, INTEND, PROMISE, WISH, GUESS, MARVEL, PROPOSE, CONCEDE = (
    "tell ask order suppose report intend promise wish guess marvel propose concede".split()
)

_ASKING = re.compile(
    r"(?:니|냐|느냐|으냐|나요|ᆫ가|은가|는가|던가|ᆫ가요|은가요|는가요|던가요|ᆯ까|을까|ᆯ까요|을까요|까|까요|ᆸ니까|습니까|ᆸ니까요|는지|은지|ᆫ지"
    r"|ᆯ지|을지|는지요|ᆫ지요|려나|련|ᆯ는지|게|지|죠|지요|잖아|잖아요|잖습니까|나|노|ᆯ래요)"
)
_ORDERING = re.compile(r"(?:렴|으렴|려무나|어라|아라|거라|라|으라|ᆸ시오|으십시오|ᆸ시요|십시오|소서|ᆯ것|을것|도록|삼|셈)")
_REPORTING = re.compile(
    r"(?:ᆫ대|는대|대|대요|ᆫ대요|는대요|래|래요|으래|으래요|재|재요|냬|냬요|답니다|ᆫ답니다|는답니다|랍니다|다더라|라더라|ᆫ다더라|다며|라며|다면서"
    r"|라면서|ᆫ다며|대서|래서|다던데|라던데|ᆫ다던데|다네|다네요|ᆫ다네요|라네|라네요)"
)
_QUOTING = re.compile(r"(?:다고|ᆫ다고|는다고|라고|이라고|으라고|자고|냐고|느냐고|다는|라는|다구|라구|라며|다며)")
_PROMISING = re.compile(r"(?:ᆯ게|을게|ᆯ게요|을게요|ᆯ께|을께|ᆯ께요|을께요|마|으마)")
_MARVELLING = re.compile(r"(?:네|네요|구나|는구나|군|군요|는군요|더라|더라고|더라고요|더군요|더라구요|던데|던데요|로구나|구만|구먼)")
_IF = re.compile(r"(?:면|으면|다면|ᆫ다면|는다면|라면|으라면|더라면|었더라면|자면|려면|으려면|ᆯ수록)")
_EVEN = re.compile(r"(?:어도|아도|더라도|ᆯ지라도|은들|ᆫ들|라도)")
_SPLITTING = re.compile(
    r"(?:고|며|으며|면서|으면서|는데|은데|ᆫ데|던데|지만|으나|나|다가|어서|아서|여서|라서|으니까|니까|니|으니|거든|거든요|라|길래|느라|느라고"
    r"|는데요|ᆫ데요|은데요|고요|구요|더니|었더니|자마자|므로|으므로|는바|거니와|자|음|ᆷ|ᆯ게|을게|어다가|고서|라구|어야지|다|ᆫ다|는다|아|어|여|려고|으려고|려구)"
)
_POLITE = re.compile(r"으?(?:세|셔|십|시)")
_MAYBE = re.compile(r"나|ᆫ가|은가|는가|던가|ᆯ까|을까|ᆫ지|는지")
_OPEN_QUOTE, _CLOSE_QUOTE = "“‘「『\"'", "”’」』\"'"
_SUPPOSING = frozenset("만약 만일 가령 가정 예컨대 설령 혹시나 이를테면".split())
_WHAT = frozenset("뭐 뭘 무엇 무슨 누구 누가 언제 어디 어느 어떤 어떻 어떻게 왜 몇 얼마 얼마나 머 웬 어째서 어찌 무얼 뭔가 뭔지 어디서 왜케".split())
_SERIAL = frozenset("자라 가 오 다니 나 살 자 들어가 나가 나오 앉 지내 바라 말".split())
_ROUGHLY = frozenset("주 달 년 일 개월 명 번 시간 해 날 주간 가지 개 마리 차례".split())
_LAUGH = re.compile(r"ㅋ{2,}|ㅎ{2,}|\^\^|ㅋㄷ|lol|ㅋ$")


@dataclass(slots=True)
class Clause:
    """One predicate with what belongs to it."""

    tokens: list[Token]
    mood: str = TELL
    ending: str = ""
    past: bool = False
    denied: bool = False
    honorific: bool = False
    # Rests on an "if" before it in the sentence.
    conditional: bool = False
    # Closed by a comma, a full stop or a final ending, not joined to the next clause.
    final: bool = False

    @property
    def start(self) -> int:
        return self.tokens[0].start

    @property
    def end(self) -> int:
        return max(token.end for token in self.tokens)


@dataclass
class Sentence:
    """Clauses up to a full stop or a final ending."""

    clauses: list[Clause]
    asked: bool = False
    supposing: bool = False
    laughing: bool = False
    quoted: bool = False
    forms: frozenset[str] = field(default=frozenset())

    @cached_property
    def tokens(self) -> list[Token]:
        return [token for clause in self.clauses for token in clause.tokens]


def read_sentences(text: str, tokens: list[Token]) -> list[Sentence]:
    """The sentences of a text, quotations taken out."""
    tokens, quoted_at = _without_quotations(tokens)
    sentences: list[Sentence] = []
    current: list[Token] = []
    for i, token in enumerate(tokens):
        current.append(token)
        if _ends_sentence(text, tokens, i):
            sentences.append(_sentence(current, quoted_at))
            current = []
    if current:
        sentences.append(_sentence(current, quoted_at))
    _pass_laughter_back(sentences)
    return [sentence for sentence in sentences if sentence.clauses]


def _ends_sentence(text: str, tokens: list[Token], i: int) -> bool:
    token = tokens[i]
    following = tokens[i + 1] if i + 1 < len(tokens) else None
    if following is None:
        return True
    if "\n" in text[token.end : following.start]:
        return True
    if token.tag in ("SF", "SE"):
        return following.tag not in ("SF", "SE", "SW", "SSC")
    closes = following.tag not in ("SF", "SE", "SW", "SSC", "SP", "Z_CODA") and following.form != "요"
    if token.tag == "SW":
        return closes and _LAUGH.match(token.form) is not None
    if token.tag == "EF":
        return closes and following.tag not in ("JKQ", "ETM") and not _fragment(text, tokens, i + 1)
    if token.form == "요" and token.tag == "JX" and i and tokens[i - 1].tag in ("EF", "EC"):
        return closes
    if token.tag == "SP" and token.form in (",", "·", ":") and i and tokens[i - 1].tag == "EF":
        return True
    return token.tag == "SO" and token.form in ("~", "-") and i > 0 and tokens[i - 1].tag in ("EF", "NNG")


def _fragment(text: str, tokens: list[Token], i: int) -> bool:
    """Whether what follows without a stop says nothing by itself: 짧게 해 줘 앞으로 쭉."""
    for j in range(i, len(tokens)):
        token = tokens[j]
        if token.tag[0] in "VE" or token.tag in ("XSV", "XSA", "W_URL", "IC", "MAJ"):
            return False
        if token.tag in ("SF", "SE", "SW"):
            return j > i
    return True


def _without_quotations(tokens: list[Token]) -> tuple[list[Token], list[int]]:
    """The tokens less what stands in quotation marks and holds a predicate; a quoted noun stays."""
    kept: list[Token] = []
    cut_at: list[int] = []
    i = 0
    while i < len(tokens):
        token = tokens[i]
        if token.tag in ("SSO", "SS", "SW", "SSC") and token.form in _OPEN_QUOTE:
            close = _closing(tokens, i)
            if close:
                inside = tokens[i + 1 : close]
                if any(t.tag[0] in "VE" or t.tag in ("XSV", "XSA") for t in inside):
                    cut_at.append(len(kept))
                    kept.append(Token("“”", "SSQ", token.start, tokens[close].end))
                else:
                    kept.extend(inside)
                i = close + 1
                continue
        kept.append(token)
        i += 1
    return kept, [kept[at].start for at in cut_at]


def _closing(tokens: list[Token], i: int) -> int:
    closer = _CLOSE_QUOTE[_OPEN_QUOTE.index(tokens[i].form)]
    for j in range(i + 1, len(tokens)):
        if tokens[j].form == closer and tokens[j].tag[0] == "S":
            return j
    return 0


def _sentence(tokens: list[Token], quoted_at: list[int]) -> Sentence:
    forms = frozenset(token.form for token in tokens)
    clauses = _clauses(tokens)
    sentence = Sentence(clauses, forms=forms)
    sentence.laughing = any(t.tag == "SW" and _LAUGH.search(t.form) for t in tokens)
    sentence.supposing = not forms.isdisjoint(_SUPPOSING)
    sentence.quoted = any(token.tag == "SSQ" for token in tokens)
    mark = any((t.tag == "SF" and "?" in t.form) or t.form in ("?", "？") for t in tokens[-3:])
    if not clauses:
        return sentence
    last = clauses[-1]
    last.final = True
    if mark and last.mood not in (SUPPOSE,):
        last.mood = ASK
    sentence.asked = last.mood == ASK
    _pass_tense_back(clauses)
    conditional = False
    for clause in clauses:
        clause.conditional = conditional
        conditional = conditional or clause.mood == SUPPOSE
    return sentence


def _pass_tense_back(clauses: list[Clause]) -> None:
    """수면제 먹고 잤어: an act told with 고 happened when the next one did."""
    for clause, after in zip(reversed(clauses[:-1]), reversed(clauses[1:]), strict=True):
        if clause.ending in ("고", "어서", "아서") and after.past and not clause.past:
            verbs = [t for t in clause.tokens if t.tag in ("VV", "VA", "VX", "XSV", "XSA", "VCP", "VCN")]
            clause.past = bool(verbs) and verbs[-1].tag in ("VV", "XSV")


def _clauses(tokens: list[Token]) -> list[Clause]:
    clauses: list[Clause] = []
    current: list[Token] = []
    for i, token in enumerate(tokens):
        current.append(token)
        if _ends_clause(tokens, i):
            clauses.append(_clause(current))
            current = []
    if current:
        if all(token.tag[0] in "SZ" or token.form == "요" for token in current) and clauses:
            clauses[-1].tokens.extend(current)
        else:
            clauses.append(_clause(current))
    return [clause for clause in clauses if any(t.tag[0] not in "SZ" or t.tag == "SL" for t in clause.tokens)]


def _ends_clause(tokens: list[Token], i: int) -> bool:
    token = tokens[i]
    following = tokens[i + 1] if i + 1 < len(tokens) else None
    if following is None:
        return True
    if token.tag == "SP" and token.form in (",", ":", ";", "·"):
        return i > 0 and tokens[i - 1].tag in ("EC", "EF", "JX")
    if (following.tag[0] == "S" and following.tag not in ("SL", "SN", "SH", "SSQ")) or following.form == "요":
        return False
    if token.form == "요" and token.tag == "JX":
        return i > 0 and tokens[i - 1].tag in ("EC", "EF")
    if token.tag in ("SW", "SF", "SE"):
        return i > 0 and tokens[i - 1].tag in ("EC", "EF")
    if token.tag == "EF":
        return True
    if token.tag != "EC":
        return False
    if following.tag == "VX" or following.tag == "SSQ":
        return False
    if _IF.fullmatch(token.form):
        # 하면 안 되다 and 했으면 좋겠다 are one predicate.
        nexts = {t.form for t in tokens[i + 1 : i + 3]}
        return not (nexts & {"되", "좋", "하"})
    if _QUOTING.fullmatch(token.form):
        return False
    if token.form in ("려고", "으려고", "려구") and following.form == "하":
        return False
    if i and tokens[i - 1].form in ("대하", "관하", "위하", "통하", "인하", "의하"):
        return False
    if token.form in ("어", "아", "여", "어다") and following.tag == "VV":
        return False
    if token.form == "고" and following.tag == "VV" and following.form in _SERIAL:
        return False
    return _SPLITTING.fullmatch(token.form) is not None or _EVEN.fullmatch(token.form) is not None


def _clause(tokens: list[Token]) -> Clause:
    clause = Clause(tokens)
    endings = [i for i, t in enumerate(tokens) if t.tag in ("EF", "EC")]
    cut = max((i for i, t in enumerate(tokens) if t.tag == "ETM"), default=-1)
    predicate = tokens[cut + 1 :]
    forms = {t.form for t in tokens}
    if endings:
        clause.ending = tokens[endings[-1]].form
        clause.final = tokens[endings[-1]].tag == "EF" or tokens[-1].tag[0] == "S"
    else:
        clause.final = True
    clause.past = clause.ending == "다가" or any(t.tag == "EP" and t.form in ("었", "았", "였", "었었", "았었", "했", "였었") for t in predicate)
    if any(a.tag == "ETM" and b.form == "지" and b.tag == "NNB" for a, b in pairwise(tokens)):
        # 복용한 지 1년 됐어요 is still so.
        clause.past = False
    clause.honorific = any(
        (t.tag == "EP" and t.form in ("시", "으시")) or t.form in ("계시", "드시", "주무시", "편찮", "돌아가시") or (t.tag == "EF" and _POLITE.match(t.form)) for t in predicate
    )
    clause.denied = any(
        (t.form in ("안", "못") and t.tag == "MAG")
        or (t.form in ("않", "못하", "말") and t.tag in ("VX", "VV", "VA"))
        or (t.form == "없" and t.tag[0] == "V")
        or t.tag == "VCN"
        for t in predicate
    )
    clause.mood = _mood(clause, tokens, predicate, forms, endings)
    return clause


def _mood(clause: Clause, tokens: list[Token], predicate: list[Token], forms: set[str], endings: list[int]) -> str:
    ending = clause.ending
    if any(_QUOTING.fullmatch(t.form) and t.tag in ("EC", "JKQ", "ETM", "JKQ") for t in tokens[:-1] if t.tag in ("EC", "JKQ")):
        at = next(i for i, t in enumerate(tokens) if t.tag in ("EC", "JKQ") and _QUOTING.fullmatch(t.form))
        after = {t.form for t in tokens[at + 1 :]}
        copular = tokens[at].form in ("라고", "이라고") and at > 0 and tokens[at - 1].tag == "VCP"
        forbids = any(t.form == "말" and t.tag == "VX" for t in tokens[at:])
        if not forbids and not (copular and after & {"하", "부르", "합니다"}) and not after & {"약속", "결심", "다짐", "결정", "알리", "기억"} and not (
            tokens[at].form in ("라고", "으라고", "자고") and "주" in after
        ):
            return REPORT
    if not endings:
        return TELL
    if any(t.form in ("말", "마") and t.tag == "VX" for t in predicate) and not clause.past and not _ASKING.fullmatch(ending) and not (
        _REPORTING.fullmatch(ending)
    ):
        return ORDER
    if _asks_what(tokens) and not forms & {"이나", "든", "든지", "도"}:
        return ASK
    ends = tokens[endings[-1]]
    if any(t.form == "부탁" for t in predicate) and not clause.past:
        return ORDER
    if ends.tag == "EF":
        if _REPORTING.fullmatch(ending):
            return REPORT
        if _PROMISING.fullmatch(ending):
            return PROMISE
        if ending in ("ᆯ래", "을래", "ᆯ래요"):
            return WISH
        if _ASKING.fullmatch(ending):
            return ASK
        if ending in ("자", "ᆸ시다", "읍시다", "자고"):
            return PROPOSE if "말" not in forms else ORDER
        if _ORDERING.fullmatch(ending):
            return ORDER
        if _MARVELLING.fullmatch(ending):
            return MARVEL
    elif _IF.fullmatch(ending):
        return SUPPOSE
    elif _EVEN.fullmatch(ending):
        return CONCEDE
    elif ending in ("려고", "으려고", "려구", "고자"):
        return INTEND
    elif ending in ("던데", "더니", "길래", "대서", "래서"):
        return MARVEL
    elif _PROMISING.fullmatch(ending):
        return PROMISE
    elif ending in ("자",):
        return PROPOSE if "말" not in forms else ORDER
    elif ending in ("는지", "은지", "ᆫ지", "ᆯ지", "을지", "나"):
        return ASK
    if ending in ("어야지", "아야지", "어야죠", "어야지요"):
        return INTEND
    if any(a.tag == "EC" and _MAYBE.fullmatch(a.form) and b.form == "보" for a, b in pairwise(predicate)):
        return GUESS
    verb = [t for t in predicate if t.tag in ("VV", "VA", "VX", "XSV", "XSA", "VCP")]
    last = verb[-1].form if verb else ""
    if last == "주" and not clause.past and ends.form in ("어", "어요", "세요", "아", "시", "라", "지", "겠", "으세요", "ᆯ래"):
        return ORDER
    if last == "말" and verb[-1].tag == "VX" and not clause.past:
        return ORDER
    if last == "바라" or (last in ("주", "드리") and "부탁" in forms):
        return ORDER
    if last == "싶":
        return WISH
    if last in ("같", "듯하") or (not verb and forms & {"듯"}):
        return GUESS
    if any(t.form == "겠" and t.tag == "EP" for t in predicate):
        return GUESS
    if forms & {"텐데", "터"}:
        return GUESS
    if last == "이" and len(tokens) > 2 and re.search(r"(?:ᆯ|을)/ETM\.\S* (?:것|거)/NNB\.\S* 이/VCP", "".join(t.piece for t in tokens)):
        return GUESS if clause.past or any(t.form in ("었", "았") and t.tag == "EP" for t in tokens) else INTEND
    return TELL


def _asks_what(tokens: list[Token]) -> bool:
    for i, token in enumerate(tokens):
        if token.form in _WHAT and token.tag in ("NP", "MM", "MAG", "IC", "VA", "NNG"):
            following = tokens[i + 1] if i + 1 < len(tokens) else None
            # 몇 주, 몇 달째 count roughly.
            if token.form == "몇" and following is not None and following.form in _ROUGHLY:
                continue
            if token.form == "얼마" and following is not None and following.form in ("전", "안", "뒤", "후", "간"):
                continue
            return True
    return False


def _pass_laughter_back(sentences: list[Sentence]) -> None:
    """A laugh after a sentence, written as one of its own, belongs to that sentence."""
    for before, after in pairwise(sentences):
        if not after.clauses and after.laughing:
            before.laughing = True
