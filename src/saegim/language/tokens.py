"""Tokens of a text: a fast estimate without a tokenizer, exact counts with one, and cutting to a budget."""

from __future__ import annotations

import re
import threading
import unicodedata
import warnings
from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Literal, TypeAlias

Counter: TypeAlias = Callable[[str], int]

# What a chat format adds around each message: its start, its role, its end.
MESSAGE_OVERHEAD_TOKENS = 4

# A cut gives up at most this share of its length to end at a sentence or a word.
BOUNDARY_SHARE = 0.2

EXACT_COUNTERS = ("o200k_base", "cl100k_base")

# The estimate reads a text as one letter per character and counts short patterns of those letters:
#   a A 0   lower case, capital, digit     d q "   full stop or comma, apostrophe, quote
#   o c     opening and closing bracket    s m k   slash or colon, hyphen, one of = < >
#   u p     underscore, any other sign     n t     newline, tab
#   h x     Hangul, Chinese character      w e     symbol (or kana, or lone jamo), emoji
#   l g i j other scripts
# The first byte of a character's UTF-8 decides its letter, so `bytes.translate` does it all in one pass.
_BYTES_OF_CLASS: dict[str, bytes] = {
    "a": b"abcdefghijklmnopqrstuvwxyz",
    "A": b"ABCDEFGHIJKLMNOPQRSTUVWXYZ",
    "0": b"0123456789",
    "d": b".,",
    '"': b'"`',
    "o": b"([{",
    "c": b")]};",
    "s": b"/:",
    "m": b"-",
    "k": b"=<>",
    "q": b"'",
    "u": b"_",
    " ": b" ",
    "n": b"\n\r",
    "t": b"\t",
    "l": bytes(range(0xC2, 0xD0)),
    "g": bytes(range(0xD0, 0xE0)),
    "i": b"\xe0",
    "j": b"\xe1",
    "w": b"\xe2\xe3\xee\xef",
    "e": b"\xf0\xf1\xf2\xf3\xf4",
    "x": bytes(range(0xE4, 0xEA)),
    "h": b"\xea\xeb\xec\xed",
}
_CONTINUATION_BYTES = bytes(range(0x80, 0xC0))

# Tokens per pattern, fitted to o200k_base by least squares that charge 5 to 13 times more for too few.
# The weights mean nothing one by one; those of l, g, i, j and x are rough. Grouped by a letter without
# which no pattern of the group can occur: most texts then skip most groups.
# fmt: off
_PATTERN_WEIGHTS: dict[str, tuple[tuple[bytes, float], ...]] = {
    "a": ((b"a", 0.6), (b"aa", -0.49), (b"aaa", -0.49), (b"aaaaa", -0.61), (b"aaaaaa", 0.42),
          (b"aaaaaaa", -0.58), (b"aaaaaaaaaa", 0.29), (b"aaaaaaaaaaaaaa", 1.29)),
    "A": ((b"A", 0.77), (b" A", 0.19), (b"Aa", -0.56), (b"AA", -1.06), (b"AAa", 2.28), (b"pA", 0.79),
          (b"dA", -0.71)),
    "0": ((b"0", 1.39), (b"0A", 1.16), (b" 0", 0.85), (b"00", -1.34), (b"000", -1.12)),
    "p": ((b"p", 0.77), (b"pppppp", -4.5)),
    "d": ((b"d", 0.55), (b"dd", -1.05), (b" d", 0.39), (b"d ", 0.41)),
    "o": ((b"o", 0.71), (b"oc", -1.15)),
    "c": ((b"c", 0.56), (b"cc", -0.73), (b"c ", 0.97)),
    '"': ((b'"', 0.58),),
    "n": ((b"n", 0.59), (b"n  ", 0.46), (b"nn", -0.99)),
    "t": ((b"t", 0.97), (b"tt", -1.82)),
    "w": ((b"w", 2.05), (b" w", 0.67)),
    "h": ((b"h", 0.86), (b" h", 0.24)),
    "s": ((b"s", 0.66), (b"sss", -1.95)),
    "m": ((b"m", 0.59), (b"mmmm", -2.32), (b" m", 0.7)),
    "q": ((b"qa", -0.42), (b" q", 1.86)),
    "u": ((b"ua", 0.38), (b"uuuu", 0.35)),
    " ": ((b" a", 0.15), (b"  ", 0.19), (b"        ", -0.71)),
    "k": ((b" k", 1.21), (b"ak", 0.63)),
    "e": ((b"e", 2.05), (b" e", 0.67)),
    "l": ((b"l", 0.5),),
    "g": ((b"g", 0.33),),
    "i": ((b"i", 0.33),),
    "j": ((b"j", 0.42),),
    "x": ((b"x", 0.95),),
}
# fmt: on
_BASE_TOKENS = 0.28

# Corrections that the first byte cannot see.
_RARE_SYLLABLE_TOKENS = 0.87
_JOINED_AT_START_TOKENS = -0.89
_JOINED_INSIDE_TOKENS = -0.92
_ONE_TOKEN_SYMBOL_TOKENS = -1.27
_THREE_TOKEN_SYMBOL_TOKENS = 1.65
_LAUGHTER_PAIR_TOKENS = -0.46
_CONJOINING_JAMO_TOKENS = 2.71

# The frequent syllables that are one token; the others take two or three.
_COMMON_SYLLABLES = (
    "가각간갈감갑강같개거건걸검것게겠겨격견결경계고곡골곳공과관광교구국군궁권귀규균그극근글금급기긴길김까"
    "깨꺼께꾸끔끝끼나난날남났내냐냥너넘네녀녁년녕노놀농높놓누눈뉴느는늘능니닌님다단달담답당대더덕던데도독"
    "돈돌동돼됐되된될됩두둘뒤드든들듯등디따때떠떤또뜻라락란람랍랑래랜량러런럼럽렇레려력련렸령로록론료루류"
    "르른를름리린릴림립마막만많말맛망맞매머먹먼메며면명몇모목몰못무문물미민밀및바박밖반받발방배백버번벌범"
    "법베벽변별병보복본볼봉봐봤부북분불브블비빌빠쁘사산살삼상새색생서석선설성세센셔션셨소속손송수숙순술쉬"
    "슈스슨슬습승시식신실심십싶싸써쓰씨아악안않알암았앞애액야약양어억언얼엄업없엇었에엔엘여역연열염였영예"
    "오온올와완왔왕왜외요욕용우운울움웃워원월웠위유육율으은을음응의이인일읽임입있자작잔잘잠잡장재쟁저적전"
    "절점접정제져졌조족존좀종좋죄죠주죽준줄중줘즈즐증지직진질집짜짝째쪽찍차착찬찮찰참창찾채책처척천철첫청"
    "체쳐초총최추축출충취츠치친칠침칭카커컨케켜코콘쿠크큰클키타탁탄탈태택터테텐토톡통투트특틀티팀팅파판팔"
    "패퍼페편평포폭폰표품풍프플피필하학한할함합항해했행향허험헤혀현협형호혹혼화확환활황회획효후휴흥희히힘"
)
# Frequent pairs of syllables that are one token at the start of a word, and inside one.
_JOINED_AT_START = (
    "가격가까가능가장가져가족가지감사같은같이개발개인거리거의건강검색것도것은것을것이게임경기경우경제계속"
    "계획공부관계관련관리관심구매구성국가국민국제그것그냥그녀그는그래그러그런그렇그의기능기대기록기억기업"
    "기준나는나라나오내가내용너무노력높은누구느낌다른다시다양다음당시당신대학대한대해도시도움돌아동안되는"
    "되어되었된다들어따라때문떨어또는또한마음만나만들만족많은많이말을매우먼저모두모든모르무엇문제문화미국"
    "민주바로바이받아발견발생발전방문방법배송번째보고보내보는보다보면보여부모부분부탁사건사람사랑사실사용"
    "사이사진사회살아상대상태상품생각서울선수설정설치세계수도시간시대시작실제싶은아니아닌아무아이아주아직"
    "않는않아않았않은않을알고알려알아어느어디어떤어떻어려어린언제얼마없는없다없어없이여기여러여성여자여행"
    "역사연구연락영상영향영화예정오늘오래오후올라올해우리운동운영위치위한위해유지음식음악의미의해이것이런"
    "이루이름이미이번이상이야이어이용이유이제이해이후인간인터일반일본일부일을일이일정있고있는있다있어있었"
    "있으있을자기자동자리자신자체작은장소재미저는전에전체전화정도정말정부정신정치제가제외제품조금종류좋아"
    "좋은주문주변주요준비중국중심중요지금지나지난지역지원찾아처음최고최근최대최초추가추천충분친구통해특히"
    "판매포함프로피해필요하고하기하나하는하루하면하지학교한국한다한번함께항상해서해야했다행복현재확인회사"
)
_JOINED_INSIDE = (
    "가는가지거나거리겠다계를기가기는기도기로기를기에까요까지나는나라나요났다네요는다는데니까니다다가다고"
    "다는다면대로대한도가도로도록도를도의동안되고되는되어되지된다드는들과들도들은들을들의들이떻게라고라는"
    "라도라이랜드러스렇게레스레이려고력을로나로운르고르는리가리고리는리를리스리아리에리지마다마트머니메일"
    "면서물을물이민국보고보다부분부터비스사가사는사를상을상이서는성이세요수가스를스크스타스트시간시는시면"
    "시아시에시오시키식을아서아요았다어나어서어요어진없이었다었던에게에는에도에서였다오는요일운데원을원이"
    "으로으며으면음을이가이고이나이는이다이라이를이며이면이버이스이어이에이지이터이트인가인데인이인지있는"
    "자가자는자로자를자인장을장이적인전에전히정을제가제로제를주는주시주의지가지고지는지도지를지막지만처럼"
    "치는치를카오통령트를프트하게하고하기하는하다하려하며하면하시하여하지학교한다해서해야했다했던화를회의"
)
# Symbols take two tokens; these take one (the everyday ones) and three (the later blocks). Emoji are kept
# apart: a character class that reaches beyond 16 bits is searched five times slower.
_ONE_TOKEN_SYMBOLS = (
    "\u2009-\u2011\u2013-\u2015\u2018-\u201a\u201c-\u2022\u2026\u2028\u202a-\u2030\u2032\u2033\u2039-\u203c"
    "\u2060\u20ac\u20e3\u2103\u2122\u2160\u2161\u2190-\u2193\u2212\u221e\u2264\u2265\u2460-\u2464\u2500-\u2503"
    "\u251c\u2550\u2551\u2588\u2591-\u2593\u25a0\u25a1\u25aa-\u25ac\u25b2\u25b3\u25b6\u25b7\u25bc\u25bd\u25c6"
    "\u25c7\u25cb\u25ce\u25cf\u2605\u2606\u2640\u2642\u2661\u2665\u2666\u266a\u2705\u2713\u2714\u2728\u2764"
    "\u27a1\u2b50\u2b55\u3000-\u3002\u3007-\u3012\u3041-\u30fdㅇㅋㅎㅠㅡ\ufe0e\ufe0f\uff01\uff08-\uff20"
)
_ONE_TOKEN_EMOJI = "👇👉👌👍👏💕🔥😀😁😂😉😊😍😘😭🙂🙏🤣🏻🏼"
_THREE_TOKEN_SYMBOLS = (
    "\u2340-\u2426\u26c0-\u26ff\u27c0-\u27ff\u2801-\u2aff\u2b40-\u2b4f\u2b51-\u2b54\u2b56-\u2bff\u3180-\u31ff"
    "\u3240-\u337f\uf900-\ufaff"
)
_THREE_TOKEN_EMOJI = (
    "\U0001f000-\U0001f1ad\U0001f200-\U0001f265\U0001f540-\U0001f5ff\U0001f6c0-\U0001f8ff"
    "\U0001f980-\U0001faff\U000e0000-\U000effff"
)


def _class_table() -> bytes:
    table = bytearray(b"p" * 256)
    for letter, members in _BYTES_OF_CLASS.items():
        for byte in members:
            table[byte] = ord(letter)
    return bytes(table)


def _pairs(text: str) -> frozenset[str]:
    return frozenset(text[i : i + 2] for i in range(0, len(text), 2))


_CLASS_OF_BYTE = _class_table()
_GROUPS = tuple((ord(letter), patterns) for letter, patterns in _PATTERN_WEIGHTS.items())
_STARTS = _pairs(_JOINED_AT_START)
_INSIDES = _pairs(_JOINED_INSIDE)
_RARE_SYLLABLE = re.compile(f"[^\x00-\uabff\ud7a4-\U0010ffff{_COMMON_SYLLABLES}]")
_SYMBOLS = (
    (b"w", re.compile(f"[{_ONE_TOKEN_SYMBOLS}]"), re.compile(f"[{_THREE_TOKEN_SYMBOLS}]")),
    (b"e", re.compile(f"[{_ONE_TOKEN_EMOJI}]"), re.compile(f"[{_THREE_TOKEN_EMOJI}]")),
)
_CONJOINING_JAMO = re.compile("[\u1100-\u11ff]")


def estimate_tokens(text: str) -> int:
    """About how many o200k_base tokens `text` takes; 0 only when it is empty.

    Leans high, 3 to 9% on average, so that a budget holds. One English or code sample in 200 is still
    under by more than a fifth: short ones with rare names. Time is linear in the length.
    """
    if not text:
        return 0
    # The first line then begins as every other line does, and one pattern serves both.
    classes = b"n" + text.encode("utf-8", "surrogatepass").translate(_CLASS_OF_BYTE, _CONTINUATION_BYTES)
    count = classes.count
    tokens = _BASE_TOKENS
    for letter, patterns in _GROUPS:
        if letter in classes:
            for pattern, weight in patterns:
                tokens += weight * count(pattern)
    if not text.isascii():
        tokens += _beyond_first_bytes(text, classes)
    return max(1, round(tokens))


def _beyond_first_bytes(text: str, classes: bytes) -> float:
    tokens = 0.0
    if b"h" in classes:
        starts = insides = 0
        # Only the first five syllables are looked at: enough for a stem and its ending, and cheap.
        for word in text.split():
            if word[:2] in _STARTS:
                starts += 1
                if word[2:4] in _INSIDES or word[3:5] in _INSIDES:
                    insides += 1
            elif word[1:3] in _INSIDES:
                insides += 2 if word[3:5] in _INSIDES else 1
            elif word[2:4] in _INSIDES:
                insides += 1
        tokens += _JOINED_AT_START_TOKENS * starts + _JOINED_INSIDE_TOKENS * insides
        tokens += _RARE_SYLLABLE_TOKENS * len(_RARE_SYLLABLE.findall(text))
    for letter, one, three in _SYMBOLS:
        if letter in classes:
            tokens += _ONE_TOKEN_SYMBOL_TOKENS * len(one.findall(text))
            tokens += _THREE_TOKEN_SYMBOL_TOKENS * len(three.findall(text))
    if b"w" in classes:
        tokens += _LAUGHTER_PAIR_TOKENS * (text.count("ㅋㅋ") + text.count("ㅎㅎ"))
    if b"j" in classes:
        tokens += _CONJOINING_JAMO_TOKENS * len(_CONJOINING_JAMO.findall(text))
    return tokens


_LOADING = threading.Lock()


def load_counter(name: str = "estimate") -> Counter:
    """The counter called `name`: "estimate", or an exact one that needs the extra `tokens`.

    The first exact counter of a process takes about 0.6 s and 140 MB. All are safe to share by threads.
    """
    from saegim.errors import InvalidInput

    if name == "estimate":
        return estimate_tokens
    if name in EXACT_COUNTERS:
        with _LOADING:
            return _load_exact(name)
    known = ", ".join(("estimate", *EXACT_COUNTERS))
    raise InvalidInput("counter", f"no token counter {name!r}; there are: {known}")


@lru_cache(maxsize=len(EXACT_COUNTERS))
def _load_exact(name: str) -> Counter:
    from saegim.errors import MissingExtra

    with warnings.catch_warnings():
        # bpe-openai 0.1.4 opens its data with a call that Python 3.11 and 3.12 deprecate.
        warnings.simplefilter("ignore", DeprecationWarning)
        try:
            import bpe_openai
        except ImportError as missing:
            raise MissingExtra("tokens", name) from missing
        encode = bpe_openai.get_encoding(name).encode_ordinary

    def count(text: str) -> int:
        try:
            return len(encode(text))
        except bpe_openai.TokenLimitError as refused:
            # It gives back no more than 200,000 tokens, but it has counted them.
            return int(refused.token_count)

    return count


def count_messages(messages: Sequence[Mapping[str, str]], count: Counter) -> int:
    """Tokens of chat messages: the content of each and what the chat format adds to it."""
    return sum(count(message["content"]) + MESSAGE_OVERHEAD_TOKENS for message in messages)


def cut_to_tokens(
    text: str,
    budget: int,
    count: Counter,
    *,
    keep: Literal["head", "tail"] = "head",
    ellipsis: str = "…",
) -> str:
    """`text` if it fits in `budget` tokens, else the longest head or tail that does, with `ellipsis`.

    Ends at a sentence or a word when that gives up at most a fifth of the cut, and never inside what a
    reader sees as one character. Without room for text and ellipsis it is text alone; without room for
    that, "".
    """
    if budget <= 0 or not text:
        return ""
    if count(text) <= budget:
        return text
    for mark in dict.fromkeys((ellipsis, "")):
        if cut := _longest_cut(text, budget, count, keep, mark):
            return cut
    return ""


def _longest_cut(text: str, budget: int, count: Counter, keep: Literal["head", "tail"], mark: str) -> str:
    head = keep == "head"

    def cut_at(place: int) -> str:
        return text[:place] + mark if head else mark + text[place:]

    def place_of(length: int) -> int:
        place = length if head else len(text) - length
        while 0 < place < len(text) and not _divides(text, place):
            place += -1 if head else 1
        return place

    def tokens_of(length: int) -> int:
        return count(cut_at(place_of(length)))

    # Doubling from the budget keeps the work near the size of the cut, however long the text is.
    limit = max(16, budget)
    while limit < len(text) - 1 and tokens_of(limit) <= budget:
        limit *= 2
    # bisect has tried the length before the one it returns, so that one fits whatever the counter does.
    lengths = range(min(limit, len(text) - 1) + 1)
    hard = place_of(max(0, bisect_right(lengths, budget, key=tokens_of) - 1))
    if hard in (0, len(text)):
        return ""
    soft = cut_at(_end_at_gap(text, hard) if head else _start_at_gap(text, hard))
    return soft if count(soft) <= budget else cut_at(hard)


_SENTENCE_GAP = re.compile(r"""[.!?…。！？]["'”’)\]]*\s+|\n\s*""")
_WORD_GAP = re.compile(r"\s+")
# A closing quote and a space may stand between the full stop and the cut.
_GAP_MARGIN = 4


def _end_at_gap(text: str, end: int) -> int:
    """Where to end rather than at `end`: after a sentence, else after a word, else there."""
    earliest = end - int(end * BOUNDARY_SHARE)
    for gap in (_SENTENCE_GAP, _WORD_GAP):
        gaps = [match.end() for match in gap.finditer(text, earliest, end + 1)]
        if gaps and (kept := len(text[: gaps[-1]].rstrip())):
            return kept
    return end


def _start_at_gap(text: str, start: int) -> int:
    """Where to start rather than at `start`: at a sentence, else at a word, else there."""
    latest = start + int((len(text) - start) * BOUNDARY_SHARE)
    for gap in (_SENTENCE_GAP, _WORD_GAP):
        for match in gap.finditer(text, max(0, start - _GAP_MARGIN), latest):
            if start <= match.end():
                return match.end()
    return start


_ZERO_WIDTH_JOINER = "\u200d"
# What belongs to the character before it without being a mark: vowels and finals of decomposed Hangul,
# skin tones, flag tags, the second half of a surrogate pair.
_ATTACHED = re.compile("[\u1160-\u11ff\ud7b0-\ud7fb\U0001f3fb-\U0001f3ff\U000e0020-\U000e007f\udc00-\udfff]")
_FLAG_HALF = re.compile("[\U0001f1e6-\U0001f1ff]")


def _divides(text: str, place: int) -> bool:
    """Whether `place` lies between two characters as a reader sees them (Indic clusters aside)."""
    before, after = text[place - 1], text[place]
    if _ZERO_WIDTH_JOINER in (before, after) or _ATTACHED.match(after):
        return False
    if _FLAG_HALF.match(after):
        halves = 0
        while halves < place and _FLAG_HALF.match(text[place - 1 - halves]):
            halves += 1
        return halves % 2 == 0
    return not unicodedata.category(after).startswith("M")
