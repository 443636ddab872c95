"""Korean date expressions: pieces that chain from coarse to fine, 작년 + 5월 + 3일 + 저녁 + 7시."""

from __future__ import annotations

from functools import cache

from saegim.language.dates import korean_reading as read
from saegim.language.dates.counted import recently
from saegim.language.dates.korean_words import AMOUNT, HOLIDAY, MONTH_WORDS, NATIVE, one_of
from saegim.language.dates.numeric import NUMERIC
from saegim.language.dates.scan import Atom, Join, Scanner, says

# Particles and endings that may be stuck to a date; anything else glued on makes it another word
# (다음 주제, 이번 달리기, 3일 전화).
_PARTICLES = (
    "에|엔|의|은|는|이[다고라야랑에나었면지네]|인|일|도|을|를|로|쯤|경|께|만|부[터턴]|까[지진]|보다|처럼|"
    "정도|무렵|즈음|동안|중|내내|내로|안에|였|랑|하고|과|와"
)
_END = f"(?:(?![가-힣])|(?={_PARTICLES}))"
_WEEKDAY = r"[월화수목금토일](?:\s?요일|욜)"
_SEASON = "봄|여름|가을|겨울"
_COUNT_END = (
    "(?:(?![가-힣])|(?=에|엔|의|은|는|쯤|만|이[다고라야에었면지네죠니]|인|일|였|부[터턴]|까[지진]|보다|처럼|정도|면|로|오늘|도|"
    f"{_SEASON}))"
)
_SEOL = r"설(?=에(?!\s?따)|엔|\s?(?:연휴|명절|전날|다음\s?날|당일|때|지나))"
# 새해 복 많이 받으세요 names no day.
_NEW_YEAR = r"새해(?:\s?첫날|(?=에|엔|부터|까지|\s?(?:전날|연휴|아침|당일)))"
_HOLIDAY = rf"(?:{_NEW_YEAR}|(?!새해)(?:{HOLIDAY})|{_SEOL})"
_FIGURE_HALF = r"(?:상반기|하반기|[1-4]\s?분기)"
# 말 is also speech: 지난주 말이야, 작년 말고, 이번 달 말 안 했어.
_SPEECH = r"(?:이[야에지죠]|인데|고|씀|을|로|\s?(?:안|못|했|하|없|좀|걸))"
_STEP = one_of(read.STEPS)
_DURING = r"(?:\s?(?:동안|간|내내|사이))"
_SINO_MINUTE = "[이삼사오]?십오?"
_AFTERWARDS = "(?P<w>전|후|뒤|있다가?|이따가?|있으면|지나서|지나면)"

_NO_DATES = (
    Atom(
        "skip",
        r"오늘날|그제서?야|내일\s?배움|크리스마스\s?(?:트리|캐[럴롤]|카드|장식|마켓|송)",
        says({"recurring": True}),
    ),
    Atom(
        "recurring",
        r"매\s?(?:주말|주|달|월|년|해|일)|격주|대부분의|모든|(?:한|두|몇)\s?(?:주|달|해)마다",
        says({"recurring": True}),
    ),
    Atom(
        "unknown",
        r"언젠[가간]|그\s?때(?!문|\s?그때)|그\s?날(?![씨짜개카])|그\s?(?:당시|무렵|시절)|"
        r"그\s?해(?=에(?!서)|엔|의|\s+(?:봄|여름|가을|겨울|[0-9]))|그\s?[주달](?=에(?!서)|엔)|"
        r"(?:옛날|예전)(?=에|엔|부터)|나중에|조만간|머지\s?않아|이듬해|다음\s?해(?=에|엔|\s|$)|"
        rf"그\s?(?:다음|전)\s?[주달해]{_END}|(?:그\s?)?다음\s?날(?![씨짜])|그\s?전날|이튿날|"
        r"어느\s?날(?!씨)|어[릴렸]을?\s?[때적]|음력\s*(?:윤\s?)?(?:달|[0-9]{1,2}월)(?:\s*[0-9]{1,2}일)?|"
        rf"윤달{_END}",
        says({"unknown": True}),
    ),
)
_COUNTED = (
    Atom("offset", rf"(?P<n>{AMOUNT})\s?(?P<w>전|후|뒤){_COUNT_END}", read.offset, starts=False),
    Atom("within", rf"(?P<n>{AMOUNT})\s?(?:안에|이내|내로|내에)", read.within),
    Atom("ago", rf"(?P<n>{AMOUNT})\s?(?:쯤\s?)?{_AFTERWARDS}{_COUNT_END}", read.ago),
    Atom("ago", rf"얼마\s?(?:안\s)?(?P<w>전|후|뒤){_COUNT_END}", read.not_long_ago),
    Atom(
        "window",
        rf"(?P<w>최근|앞으로|향후|요(?=\s?(?:며칠|몇))|지난|다음)\s?(?!(?:19|20)[0-9]{{2}}\s?년)"
        rf"(?!(?<=지난)\s?[0-9]+일(?!{_DURING})|(?<=지난\s)[0-9]+일(?!{_DURING}))"
        rf"(?P<n>{AMOUNT}){_DURING}?{_END}",
        read.stretch_of,
    ),
    Atom(
        "window",
        r"요즘|요새|요사이|요즈음|(?<!가장 )(?<!제일 )(?<!젤 )최근|근래",
        lambda match, moment: recently(moment),
    ),
)
_WEEKS = (
    Atom("weekend", rf"(?P<w>{_STEP})\s?(?:주\s?)?주(?:말|\s말(?!{_SPEECH}))(?!고)", read.weekend),
    Atom(
        "week",
        rf"(?P<w>{_STEP})\s?주(?!의\s?사항|인공|도적)"
        rf"(?:(?={_WEEKDAY}|말|초|가(?![격장])|하루|내|안|면|주말|평일|후반|[월화수목금토](?:에|까지|부터|\s|$))|{_END})",
        read.week,
    ),
    Atom("weekday", r"\(\s?(?P<d>[월화수목금토일])(?:요일)?\s?\)", read.weekday, starts=False),
    Atom(
        # 다음 주 화 3시. 일 is also work: 이번 주 일이 많아.
        "weekday",
        r"(?P<d>[월화수목금토](?=에(?!서)|엔|[,.!?)]|$)|[월화수목금토일](?=까지|부터|"
        r"\s?(?:오전|오후|아침|점심|저녁|밤|새벽|[0-9]{1,2}시)))",
        read.weekday,
        starts=False,
    ),
    Atom("weekday", r"(?P<d>[월화수목금토일])(?:\s?요일|욜)날?", read.weekday),
    Atom("weekend", r"주말(?!고)", says({"weekend": True}), starts=False),
    Atom(
        "weekend",
        r"주말(?=에(?!만)|엔|부터|까지|쯤|동안|내내|날?\s?(?:잘|뭐|뭘|어때|어땠|어떻게|계획|어디|약속))",
        says({"weekend": True}),
    ),
    Atom("workdays", "평일|주중", says({"workdays": True}), starts=False),
    Atom(
        "nth",
        r"(?:(?P<n>첫|둘|두|셋|세|넷|네|다섯|마지막)\s?(?:번\s?)?(?:째\s?)?|(?P<i>[1-5])\s?)주(?:차|째)?"
        rf"(?:(?![가-힣])|(?=말|에|엔|부터|까지|쯤|{_WEEKDAY}))",
        read.nth_week,
        starts=False,
    ),
    Atom(
        "nth",
        rf"(?P<n>첫|둘|두|셋|세|넷|네|다섯|마지막)\s?(?:번\s?)?(?:째\s?)?(?={_WEEKDAY}|주말)",
        read.nth,
        starts=False,
    ),
)
_MONTHS_AND_YEARS = (
    Atom(
        "month",
        rf"(?:(?P<w>{_STEP})\s?달|이\s?달|(?P<next>익월|내달))"
        rf"(?:(?=초|말|하순|중순|[0-9]|첫|둘째|셋째|넷째|마지막)|{_END})",
        read.month_step,
    ),
    Atom(
        "year",
        r"재작년|작년|지난\s?해(?![외결킹])|올해|금년|내후년|내년|"
        rf"올(?=\s?(?:{_SEASON}|연말|연초|초|말|{_FIGURE_HALF}|[0-9]{{1,2}}월|추석|설|크리스마스))",
        read.year_word,
    ),
    Atom("window", r"(?P<y>(?:19|20)?[0-9]0)\s?년대", read.decade),
    Atom("window", r"(?P<y>(?:19|20)[0-9]{2})년?\s?[~∼-]\s?(?P<to>(?:19|20)[0-9]{2})\s?년", read.years),
    Atom(
        "year",
        r"(?P<y>(?:19|20)[0-9]{2}|이천\s?(?:[일이삼]?십)?[일이삼사오육칠팔구]?)\s?년(?:도|생)?(?!대|간|동안|[째차])",
        read.year,
    ),
    Atom(
        "year",
        rf"'?(?P<y>[0-9]{{2}})년(?:도(?![가-힣])|생|(?=\s?(?:[0-9]{{1,2}}월|{_SEASON}|{_FIGURE_HALF}|"
        r"[초말](?![가-힣])|[초말]에|크리스마스|추석|설날))|(?<=[5-9][0-9]년)(?=에(?!\s?한)))",
        read.year,
    ),
    Atom(
        "direction",
        rf"(?P<w>{one_of(read.DIRECTIONS)})\s?(?={_WEEKDAY}|[0-9]{{1,2}}월|(?:초|늦|한)?(?:{_SEASON})|{_HOLIDAY}|주말|"
        rf"{_FIGURE_HALF}|(?:19|20)[0-9]{{2}}년|[0-9]{{1,2}}일(?:에|부터|까지|\())",
        read.direction,
    ),
    Atom(
        "month",
        r"(?P<m>[0-9]{1,2})(?:\s?월?\s?[~-]\s?(?P<to>[0-9]{1,2}))?\s?월(?!호|급|세|간|[가-힣]?평가|요일|욜)달?",
        read.month,
    ),
    Atom(
        "month",
        rf"(?P<m>{one_of(MONTH_WORDS)})달?(?=에(?!게)|엔|\s?(?:초|말|중순|하순)(?:[에쯤경부까]|\s|$)|부터|까지|"
        r"\s?(?:[0-9]{1,2}|[이삼]?십[일이삼사오육칠팔구]?|[일이삼사오육칠팔구])일|\s?(?:첫|둘|셋|넷|마지막))",
        read.month_word,
    ),
    Atom("month", rf"(?P<m>{one_of(MONTH_WORDS)})달?{_END}", read.month_word, starts=False),
    Atom(
        "season",
        rf"(?P<pre>초|늦|한)?(?P<s>{_SEASON})"
        r"(?=에(?!게)|엔|\s?(?:방학|휴가|때)(?:[에부까때]|\s|$)|부터|까지|쯤|내내)",
        read.season,
    ),
    Atom("season", rf"(?P<pre>초|늦|한)?(?P<s>{_SEASON})", read.season, starts=False),
    Atom("quarter", r"(?P<q>[1-4])(?:/4)?\s?분기", read.quarter),
    Atom("half", r"(?P<h>상|하)반기", read.half),
    Atom(
        "section_of",
        r"(?P<u>연|월|주)(?P<s>초|말)(?=에(?!만)|엔|부터|까지|쯤|이[면라]|께)",
        read.section_of,
    ),
    Atom(
        "section",
        rf"(?<![에의])(?<![에의]\s)연?(?!말(?:일|{_SPEECH}))(?P<s>{one_of(read.SECTIONS)})"
        rf"(?:(?![가-힣])|(?=에|엔|의|쯤|경|부[터턴]|까[지진]|께|이|인|일|즈음|정도|무렵|였|{_WEEKDAY}))",
        read.section,
        starts=False,
    ),
)
_DAYS = (
    Atom(
        "day",
        r"(?P<d>[0-9]{1,2})(?:\s?일?\s?[~-]\s?(?P<to>[0-9]{1,2}))?\s?일(?!\s?(?:간|동안|째|차|치|정도)|요일|욜)날?",
        read.day,
        starts=False,
    ),
    Atom(
        "day",
        r"(?P<d>[이삼]?십[일이삼사오육칠팔구]?|[일이삼사오육칠팔구])일"
        rf"(?=에|엔|부[터턴]|까[지진]|날|이[야다랑]|과|하고|은|\s?(?:{_WEEKDAY}|오전|오후))",
        read.sino_day,
        starts=False,
    ),
    Atom("day", r"말일|마지막\s?날", says({"day": -1}), starts=False),
    Atom("day", r"첫\s?날", says({"day": 1}), starts=False),
    Atom(
        "day",
        r"(?<!박)(?<!박\s)(?P<d>[0-9]{1,2})일날?"
        r"(?=에(?!\s?(?:한|두|세|[0-9]+)\s?(?:번|회|개|잔|알|끼|차례|권|편)|서)|엔|부[터턴]|까[지진]|날|\([월화수목금토일]|"
        r"\s?(?:오전|오후))",
        read.lone_day,
    ),
    Atom("long", r"(?:명절\s?)?연휴", says({"long": True}), starts=False),
    Atom(
        "shift",
        r"(?P<before>(?P<twice>전)?전\s?날)|(?P<same>당일)|(?:다음\s?|이튿)날(?![씨짜])",
        read.next_to,
        starts=False,
    ),
    Atom("holiday", _HOLIDAY, read.holiday),
    Atom(
        "day_word",
        r"낼(?!모레)(?:(?![가-힣]|\s?(?:수|거|것|때|게|줄|만|예정|생각|필요|뻔|테|텐|돈|사람))|"
        r"(?=은|도|부[터턴]|까[지진]|이[야면다]|봐|보자|만나|뭐|아침|저녁|오전|오후|밤))",
        read.short_tomorrow,
    ),
    Atom("window", "엊그제|엊그저께", read.two_or_three_days_ago),
    Atom("today", r"오늘(?=\s|$|에|의|[,.!?])", read.this_day, starts=False),
    Atom("today", "이맘때", read.around_this_day, starts=False),
    Atom("day_word", r"어젯밤|간밤|지난\s?밤|엊저녁", read.last_night),
    Atom("day_word", r"내일\s?모레|" + one_of(word for word in read.DAYS if word != "낼"), read.relative_day),
)
_TIMES = (
    Atom("stretch", r"아까(?:(?![가-힣])|(?=[는도]|부터|전))|방금(?:\s?전)?", read.earlier),
    Atom(
        "stretch",
        r"이따가?(?:\s?(?P<part>저녁|밤|오후|점심)(?![가-힣]{2})|(?![가-힣])|(?=에|봐|보자))",
        read.later_today,
    ),
    Atom("clock", "정오(?!의)", says({"hour": 12, "minute": 0, "literal": True})),
    Atom("clock", "자정", says({"hour": 24, "minute": 0, "literal": True})),
    Atom(
        "clock",
        r"(?P<h>[0-9]{1,2})\s?시(?![간즌리점도장스기험작내대인절])(?!\s?방향)"
        r"(?:\s?(?:(?P<i>[0-9]{1,2})\s?분|(?P<half>반)(?![가-힣]{2}|대|찬)|정각))?",
        read.clock,
    ),
    Atom(
        "clock",
        rf"(?P<h>{one_of(NATIVE)})\s?시(?!간)(?=에|엔|로|\s?반|쯤|\s?정각|부[터턴]|까[지진]|\s?정도|"
        rf"\s?(?:[0-9]{{1,2}}|{_SINO_MINUTE})\s?분)"
        rf"(?:\s?(?:(?P<i>[0-9]{{1,2}}|{_SINO_MINUTE})\s?분|(?P<half>반)|정각))?",
        read.clock,
    ),
    Atom(
        # After a day or a part of it there is no doubt: 내일 오후 세시.
        "clock",
        rf"(?P<h>{one_of(NATIVE)})\s?시(?![간작험])"
        rf"(?:\s?(?:(?P<i>[0-9]{{1,2}}|{_SINO_MINUTE})\s?분|(?P<half>반)(?![가-힣]{{2}})|정각))?",
        read.clock,
        starts=False,
    ),
    Atom("meridiem", "(?P<p>오전|오후)", read.part, starts=False),
    Atom(
        "part",
        r"(?:이른\s?|늦은\s?|초|한)?(?P<p>새벽|아침|오전|점심|낮(?!은|게|아|추|잠)|오후|저녁|밤)(?:중|때)?",
        read.part,
    ),
)
ATOMS = (*_NO_DATES, *_COUNTED, *_WEEKS, *_MONTHS_AND_YEARS, *_DAYS, *_TIMES, *NUMERIC)

_COARSE = frozenset({"year", "direction", "unknown"})
_DAY_LEVEL = frozenset({"date", "day", "weekday", "holiday", "days", "unknown"})
_WITH_DAY = _DAY_LEVEL | {"week", "year", "month", "direction", "shift", "nth"}
_WEEKLY = _COARSE | {"week", "days", "month", "nth"}
_DATED = Join(_COARSE | {"holiday", "month", "day"}, frozenset({"holiday", "day"}))
_TIMED = Join(_WITH_DAY | {"part"}, _DAY_LEVEL | {"part"})
JOINS = {
    **dict.fromkeys(("month", "season", "quarter", "half", "holiday"), Join(_COARSE, _COARSE)),
    "year": Join(frozenset({"direction"}), frozenset({"direction"})),
    "today": Join(frozenset({"year"}), frozenset({"year"})),
    "day": Join(_COARSE | {"month"}, frozenset({"month", "direction", "unknown"})),
    "section": Join(
        _COARSE | {"month", "week", "season"}, frozenset({"year", "month", "week", "season", "unknown"})
    ),
    "nth": Join(frozenset({"year", "month", "direction"}), frozenset({"month"})),
    "weekday": Join(_WEEKLY | {"day"}, frozenset({"week", "direction", "nth", "day", "unknown"})),
    "weekend": Join(_WEEKLY, frozenset({"week", "direction", "nth", "unknown"})),
    "workdays": Join(frozenset({"week"}), frozenset({"week"})),
    "long": Join(_COARSE | {"holiday"}, frozenset({"holiday"})),
    "shift": _DATED,
    "offset": _DATED,
    "part": Join(_WITH_DAY, _DAY_LEVEL),
    "meridiem": _TIMED,
    "clock": _TIMED,
}

# The first one or two letters of every piece that starts a chain; a test holds it against no gate at all.
GATE = (
    r"[0-9'매격옛예조머음윤닷엿열보며몇반너세석넉팔칠육십백얼최앞향담재작올익금돌유늦봄겨엊간방연밤낮점월화목토]|"
    r"[설추석구밸발블빼현할핼크새신]|언젠|서너|네[다댓시\s\d일주달해년개분]|근[래로]|상반|"
    r"모[레든]|글피|낼|식목|노동|제헌|국군|개천|광복|스승|성[탄년]|부[처활]|만우|대[여부]|"
    r"오[늘전후월는륙일개주년달해분시십\s]|내[일년후달]|그[제저때날해당무시다전끄글주달\s]|어[제젯저느릴렸린버]|"
    r"나[흘중]|다[음다담섯]|이[틀레삼주번따맘튿듬른달월개일년해분시십천\s]|하[루반]|사[흘월오일개주년해분시십\s]|"
    r"여[덟섯드러름]|아[흐홉침까]|수[요욜일주개년\s]|한[두달주해시일글가여겨봄밤낮분년\s]|두[어세달주해시일분\s]|"
    r"삼[일월사개주년해분시십\s]|일[주요욜곱월일개년해분시십\s]|요[즘새사즈번며\s]|지[난지]|저[번저녁]|시월|"
    r"초[파봄여가겨저]|가을|주[말초]|정[월오]|자정"
)


@cache
def scanner(gate: str = GATE) -> Scanner:
    """The scanner for Korean text, compiled on first use."""
    return Scanner(
        ATOMS,
        gate=gate,
        # A date starts a word; chat glues the commonest ones to a particle (나는오늘), figures to anything.
        left=(
            r"(?:(?<![가-힣0-9A-Za-z])|(?<=[가-힣])(?<!제)(?=[0-9])|(?<=[은는이가도난넌나])"
            r"(?=오늘|내일|어[제젯]|그저께|모레|지난|저번|다음|이번|올해|[작내]년|재작년))"
            r"(?:(?<![0-9][.,:/-])|(?![0-9]))"
        ),
        gap=r"[의에]?(?:\s{0,2}|,\s|\s?(?=\())(?:중\s)?",
        joins=JOINS,
        recurring_after=r"\s?(?:마다|만\s?되면)",
    )
