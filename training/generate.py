"""Question and statement pairs from the attribute families, each with a hard negative."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta

from training import english, korean
from training.families import Family

KO_NAMES = (
    "민지 서준 하은 지호 수아 도윤 예은 건우 채원 현우 유나 준서 소율 태오 다인 은우 나연 시우 가은 "
    "재윤 미소 성민 "
    "보라 동현 혜진 승우 지안 영호 세라 규민 아린 진우 정아 우진 해린 민재 초롱 한결 윤아 상혁"
).split()
EN_NAMES = (
    "Emma Liam Olivia Noah Ava Ethan Sophia Mason Isabella Lucas Mia Logan Amelia Jack Harper Aiden "
    "Ella Owen Grace "
    "Leo Chloe Max Nora Ryan Lily Adam Zoe Henry Ruby Oscar Ivy Felix Clara Hugo Alice Simon Rosa "
    "Victor Tina Peter "
    "Hannah Marcus Priya Diego Yuki Omar Fatima Ingrid"
).split()
_SHE = frozenset(
    "Emma Olivia Ava Sophia Isabella Mia Amelia Harper Ella Grace Chloe Nora Lily Zoe Ruby Ivy "
    "Clara Alice Rosa Tina Hannah Priya Fatima Ingrid Yuki".split()
)
KO_PAST = (
    "어제|그저께|지난주|지난달|작년|지난 주말|3월|8월|지난가을|올봄|2년 전|재작년|12일|지난 화요일|아까"
).split("|")
EN_PAST = [
    "yesterday",
    "two days ago",
    "last week",
    "last month",
    "last year",
    "last weekend",
    "in March",
    "in August",
    "last autumn",
    "this spring",
    "two years ago",
    "the year before last",
    "on the 12th",
    "last Tuesday",
    "earlier today",
]
KO_NEXT = (
    "내일|모레|다음주|다음달|이번 주말|금요일|다음 주 화요일|15일|내년|오늘 저녁|다음 주말|4월|토요일"
).split("|")
EN_NEXT = [
    "tomorrow",
    "the day after tomorrow",
    "next week",
    "next month",
    "this weekend",
    "on Friday",
    "next Tuesday",
    "on the 15th",
    "next year",
    "tonight",
    "next weekend",
    "in April",
    "on Saturday",
]
MONTHS = "January February March April May June July August September October November December".split()

KO_OPEN = (
    "아 맞다",
    "있잖아",
    "근데",
    "그러고 보니",
    "사실",
    "참",
    "음",
    "오늘 좀 바빴어.",
    "안녕!",
    "잘 지냈어?",
    "고마워!",
    "맞아 맞아.",
    "와 진짜?",
    "나도 그래.",
    "그건 그렇고",
    "말 안 했나?",
    "헐 대박.",
    "응응",
    "그렇구나.",
    "재밌겠다!",
)
KO_CLOSE = (
    "너는 어때?",
    "그래서 좀 그래.",
    "알아 둬.",
    "기억해 줘.",
    "암튼 그래.",
    "요즘 그렇게 지내.",
    "너도 알지?",
    "그냥 말해 봤어.",
    "다음에 더 얘기해 줄게.",
    "어떻게 생각해?",
    "아무튼 고마워.",
    "진짜야.",
)
EN_OPEN = (
    "Hey!",
    "Oh, by the way,",
    "You know,",
    "Actually,",
    "Thanks!",
    "That's so cool!",
    "Wow, really?",
    "Guess what,",
    "Hey, long time no talk!",
    "Good to see you!",
    "Yeah, totally.",
    "I hear you.",
    "Glad to hear that!",
    "So,",
    "It's been a busy week.",
    "Haha, same here.",
    "That sounds great!",
    "Well,",
    "Not much going on here, but",
    "Sure!",
)
EN_CLOSE = (
    "How about you?",
    "What do you think?",
    "Just wanted to share.",
    "It means a lot to me.",
    "Anyway, how are you?",
    "Life's been good.",
    "Can't complain!",
    "I'll tell you more later.",
    "It's been on my mind.",
    "Thanks for listening!",
    "Have you tried that?",
    "Talk soon!",
)
KO_SMALL = (
    "안녕! 오늘 어때?",
    "ㅋㅋㅋ 웃기다",
    "그러게 말이야",
    "고마워 덕분이야",
    "오늘 날씨 좋다",
    "밥은 먹었어?",
    "푹 쉬어",
    "내일 또 얘기하자",
    "응 알겠어",
    "대박이다 축하해",
    "힘내!",
    "잘 자",
    "와 멋지다",
    "나중에 얘기하자",
    "무슨 일 있어?",
    "완전 공감해",
    "오랜만이야",
    "그래? 더 얘기해 줘",
)
EN_SMALL = (
    "Hey! How have you been?",
    "That's awesome, congrats!",
    "Haha so true",
    "Thanks, that means a lot!",
    "Nice weather today",
    "Talk to you later!",
    "Wow, that sounds amazing. Tell me more!",
    "Take care!",
    "I'm here for you.",
    "No worries at all.",
    "You're doing great, keep it up!",
    "What's new with you?",
    "That must have been fun!",
    "I totally agree.",
    "Sleep well!",
    "Sounds good to me.",
    "Oh no, what happened?",
    "Good luck with everything!",
)


@dataclass(frozen=True)
class Pair:
    """A question, the statement that answers it, and one that does not."""

    question: str
    statement: str
    negative: str
    group: str
    form: str  # direct, indirect, topic, value, confirm, when
    languages: str  # question language, statement language: koko, enen, koen, enko


@dataclass(frozen=True)
class Teller:
    """Who states and who is asked about: a name, or the user."""

    ko: str | None
    en: str | None

    @property
    def named(self) -> bool:
        return self.ko is not None


def _day(rng: random.Random) -> date:
    return date(2021, 1, 1) + timedelta(days=rng.randrange(2200))


def _stamp(rng: random.Random, language: str) -> str:
    day = _day(rng)
    hour, minute = rng.randrange(7, 24), rng.randrange(60)
    if language == "ko":
        return rng.choice(
            (
                f"[{day.isoformat()}]",
                f"[{day.isoformat()}]",
                f"[{day.year}년 {day.month}월 {day.day}일]",
                f"[{day.isoformat()} {hour:02}:{minute:02}]",
                f"[{day.month}월 {day.day}일]",
            )
        )
    clock = f"{(hour - 1) % 12 + 1}:{minute:02} {'am' if hour < 12 else 'pm'}"
    month = MONTHS[day.month - 1]
    return rng.choice(
        (
            f"[{day.isoformat()}]",
            f"[{day.day} {month} {day.year}]",
            f"[{month} {day.day}, {day.year}]",
            f"[{clock} on {day.day} {month}, {day.year}]",
            f"[{day.isoformat()} {hour:02}:{minute:02}]",
        )
    )


class Maker:
    """Turns one family into sentences; every random choice comes from the given generator."""

    def __init__(self, family: Family, rng: random.Random) -> None:
        self.family = family
        self.rng = rng

    def slots(self) -> tuple[dict[str, str], dict[str, str]]:
        """One filling of every slot, the same meaning in both languages."""
        rng = self.rng
        value = rng.choice(self.family.values)
        past, following = rng.randrange(len(KO_PAST)), rng.randrange(len(KO_NEXT))
        other = rng.randrange(len(KO_NAMES))
        years, month = rng.randrange(2, 12), rng.randrange(12)
        ko = {
            "v": value[0],
            "n": KO_NAMES[other],
            "d": KO_PAST[past],
            "f": KO_NEXT[following],
            "y": str(years),
            "m": str(month + 1),
            "M": MONTHS[month],
        }
        en = {
            "v": value[1],
            "n": EN_NAMES[other],
            "d": EN_PAST[past],
            "f": EN_NEXT[following],
            "y": str(years),
            "m": MONTHS[month],
            "M": MONTHS[month],
        }
        return ko, en

    def statement(self, language: str, slots: dict[str, str], teller: Teller, *, key: str = "s") -> str:
        """A statement in one of its forms: bare, polite, chat, normalised, or a turn with a speaker."""
        template = self.rng.choice(self.family.lines[key if language == "ko" else key.upper()])
        if language == "ko":
            return self._korean(template, slots, teller)
        return self._english(template, slots, teller)

    def _korean(self, template: str, slots: dict[str, str], teller: Teller) -> str:
        rng = self.rng
        if rng.random() < 0.3:
            return self._third_korean(template, slots, teller.ko or "사용자")
        style = rng.choice((None, None, None, "yo", "because", "note", "formal"))
        text = korean.fill((style and korean.restyle(template, style)) or template, slots)
        if rng.random() < 0.25:
            text = korean.chat(text, rng)
        elif rng.random() < 0.4:
            text += "."
        return self._turn(text, "ko", teller.ko)

    def _third_korean(self, template: str, slots: dict[str, str], who: str) -> str:
        text = korean.fill(korean.restyle(template, "plain") or template, slots)
        if text.startswith(("우리 ", "내 ")):
            text = f"{who}의 " + text.split(" ", 1)[1]
        else:
            text = text.replace("나한테", f"{who}에게").replace("내가", korean.fill("{x이}", {"x": who}))
            text = korean.fill("{x는} ", {"x": who}) + text
        return text + self.rng.choice((".", "", "."))

    def _english(self, template: str, slots: dict[str, str], teller: Teller) -> str:
        rng = self.rng
        text = template
        for slot, value in slots.items():
            text = text.replace("{" + slot + "}", value)
        text = text[0].upper() + text[1:]
        if rng.random() < 0.3:
            who = teller.en or "the user"
            pronoun = ("she" if teller.en in _SHE else "he") if teller.en else "they"
            told = english.third_person(text, who, pronoun)
            return told[0].upper() + told[1:] + rng.choice((".", "", "."))
        if rng.random() < 0.2:
            text = english.chat(text, rng)
        elif rng.random() < 0.7:
            text += "."
        return self._turn(text, "en", teller.en)

    def _turn(self, text: str, language: str, name: str | None) -> str:
        """Chatter around the text, and for a named teller the speaker and perhaps the date."""
        rng = self.rng
        openings, closings = (KO_OPEN, KO_CLOSE) if language == "ko" else (EN_OPEN, EN_CLOSE)
        if rng.random() < (0.45 if name else 0.2):
            text = f"{rng.choice(openings)} {text}"
        if rng.random() < (0.35 if name else 0.12):
            text = f"{text.rstrip('.')}. {rng.choice(closings)}"
        if name:
            text = f"{name}: {text}"
            return f"{_stamp(rng, language)} {text}" if rng.random() < 0.75 else text
        if rng.random() < 0.2:
            speaker = rng.choice(("나", "사용자", "user") if language == "ko" else ("me", "user", "User"))
            text = f"{speaker}: {text}"
            if rng.random() < 0.6:
                text = f"{_stamp(rng, language)} {text}"
        return text

    def question(self, language: str, form: str, slots: dict[str, str], teller: Teller) -> str:
        """A question of the given form about the teller's fact."""
        return (self._ask_korean if language == "ko" else self._ask_english)(form, slots, teller)

    def _ask_korean(self, form: str, slots: dict[str, str], teller: Teller) -> str:
        rng = self.rng
        lines = self.family.lines
        topic = rng.choice(self.family.topics)[0]
        who = teller.ko
        if form == "indirect":
            return korean.fill(rng.choice(lines["i"]), slots) + rng.choice(("", "?", ""))
        if form == "direct":
            template = rng.choice(lines["q"])
            style = rng.choice((None, None, "recall", "past", "yo", "wonder", "quote"))
            styled = korean.restyle(template, style) if style else None
            if styled and style == "quote":
                styled += rng.choice((" 했지", " 했더라", " 했었지", " 들었더라"))
            text = korean.fill(styled or template, slots)
            if who:
                ask = rng.choice(
                    (
                        f"{who} ",
                        korean.fill("{x이} ", {"x": who}),
                        korean.fill("{x은} ", {"x": who}),
                        f"{who} ",
                    )
                )
            else:
                ask = rng.choice(("", "나 ", "내가 ", "나는 ", "", "사용자가 ", "사용자는 ", "저 "))
            return ask + text + rng.choice(("?", "?", "", "??"))
        mine = f"{who} " if who else rng.choice(("내 ", "나 ", "", "사용자 "))
        said = korean.fill("{x이} ", {"x": who}) if who else rng.choice(("내가 ", "", "나 "))
        if form == "topic":
            return rng.choice(
                (
                    f"{mine}{topic}",
                    f"{mine}{topic} 알려줘",
                    f"{mine}{topic} 기억해?",
                    f"{mine}{topic} 관련해서 아는 거 있어?",
                    f"{said}{topic} 얘기할 때 뭐라고 했지?",
                    f"{mine}{topic} 얘기 뭐였더라",
                    f"{mine}{topic} 정리해줘",
                    f"{topic} 어떻게 됐지?",
                    korean.fill("{x은} 어때?", {"x": f"{mine}{topic}"}),
                )
            )
        if form == "when":
            return rng.choice(
                (
                    f"{said}{topic} 얘기한 게 언제였지?",
                    f"{said}언제 {topic} 얘기했어?",
                    f"{topic} 얘기 언제 나왔더라",
                    f"{said}{slots['v']} 얘기한 게 언제야?",
                    f"{mine}{topic} 언제부터였지?",
                )
            )
        if form == "value":
            return rng.choice(
                (
                    f"{said}{slots['v']} 얘기한 적 있나?",
                    f"{mine}{slots['v']} 얘기 뭐였지?",
                    f"{said}{slots['v']}에 대해 뭐라고 했더라",
                    f"{mine}{slots['v']} 관련 내용 찾아줘",
                    f"{slots['v']} 얘기",
                    korean.fill("{x이} 왜 나왔지?", {"x": slots["v"]}),
                )
            )
        template = rng.choice(lines["s"])
        quoted = korean.restyle(template, "quote")
        if quoted is None:
            return f"{said}{korean.fill(template, slots)} 맞지?"
        return (
            said
            + korean.fill(quoted, slots)
            + rng.choice((" 했나?", " 했었지?", " 하지 않았어?", " 한 게 언제지?", " 들은 것 같은데"))
        )

    def _ask_english(self, form: str, slots: dict[str, str], teller: Teller) -> str:
        rng = self.rng
        lines = self.family.lines
        topic = rng.choice(self.family.topics)[1]
        who = teller.en or rng.choice(("I", "I", "I", "the user", "you"))

        def put(text: str) -> str:
            for slot, value in slots.items():
                text = text.replace("{" + slot + "}", value)
            return text

        if form == "indirect":
            return put(rng.choice(lines["I"]))
        if form == "direct":
            text = put(english.ask_about(rng.choice(lines["Q"]), who))
            lead = rng.choice(("", "", "", "", "Do you remember, ", "Remind me: ", "Hey, "))
            return lead + text if rng.random() < 0.85 else (lead + text).lower().rstrip("?")
        own = {"I": "my", "you": "your"}.get(who, f"{who}'s")
        did = {"I": "did I", "you": "did you"}.get(who, f"did {who}")
        if form == "topic":
            return rng.choice(
                (
                    f"What {did} say about {topic}?",
                    f"Tell me about {own} {topic}",
                    f"{own} {topic}",
                    f"What do we know about {own} {topic}?",
                    f"Anything about {own} {topic}?",
                    f"What was {own} {topic} again?",
                    f"How is {own} {topic}?",
                )
            )
        if form == "when":
            return rng.choice(
                (
                    f"When {did} talk about {topic}?",
                    f"When {did} mention {slots['v']}?",
                    f"When was {own} {topic} brought up?",
                    f"When {did} say something about {topic}?",
                )
            )
        if form == "value":
            return rng.choice(
                (
                    f"What {did} say about {slots['v']}?",
                    f"{own} {slots['v']}",
                    f"What about {slots['v']} and {who}?",
                    f"Why {did} bring up {slots['v']}?",
                    f"Anything on {slots['v']}?",
                )
            )
        statement = put(rng.choice(lines["S"]))
        if teller.en:
            statement = english.third_person(statement, teller.en, "she" if teller.en in _SHE else "he")
        lead = rng.choice((f"D{did[1:]} say that", f"D{did[1:]} mention that", "Is it right that"))
        return f"{lead} {statement}?"

    def negative(self, language: str, form: str, slots: dict[str, str], teller: Teller, other: Maker) -> str:
        """A statement that must rank below the right one."""
        rng = self.rng
        choices = ["trap", "asked", "small", "neighbour"]
        if teller.named:
            choices += ["person", "person", "person"]
        if form in ("value", "confirm"):
            choices += ["value", "value", "value"]
        choice = rng.choice(choices)
        name = teller.ko if language == "ko" else teller.en
        if choice == "value" and len(self.family.values) > 1:
            changed = dict(slots)
            at = 0 if language == "ko" else 1
            changed["v"] = rng.choice(
                [value[at] for value in self.family.values if value[at] != slots["v"]] or [slots["v"]]
            )
            if changed["v"] != slots["v"]:
                return self.statement(language, changed, teller)
        if choice == "person":
            names = list(zip(KO_NAMES, EN_NAMES, strict=False))
            stranger = Teller(*rng.choice([pair for pair in names if pair != (teller.ko, teller.en)]))
            return self.statement(language, self.slots()[language == "en"], stranger)
        if choice == "asked":
            text = self.question(
                language, rng.choice(("direct", "topic", "direct")), slots, Teller(None, None)
            )
            return self._turn(text, language, name)
        if choice == "small":
            return self._turn(rng.choice(KO_SMALL if language == "ko" else EN_SMALL), language, name)
        if choice == "neighbour":
            return other.statement(language, other.slots()[language == "en"], teller)
        template = rng.choice(self.family.lines["n" if language == "ko" else "N"])
        text = korean.fill(template, slots) if language == "ko" else template
        for slot, value in slots.items():
            text = text.replace("{" + slot + "}", value)
        return self._turn(text[0].upper() + text[1:], language, name)


_FORMS = (
    ("direct",) * 9 + ("indirect",) * 4 + ("topic",) * 3 + ("value",) * 3 + ("confirm",) * 2 + ("when",) * 2
)
_LANGUAGES = ("koko",) * 9 + ("enen",) * 8 + ("koen",) * 2 + ("enko",) * 2


def make_pair(
    maker: Maker, other: Maker, rng: random.Random, form: str | None = None, languages: str | None = None
) -> Pair:
    """One random pair of the family."""
    form = form or rng.choice(_FORMS)
    languages = languages or rng.choice(_LANGUAGES)
    asked, stated = languages[:2], languages[2:]
    teller = Teller(None, None)
    if form != "indirect" and rng.random() < (0.6 if stated == "en" else 0.45):
        at = rng.randrange(len(KO_NAMES))
        teller = Teller(KO_NAMES[at], EN_NAMES[at])
        if asked != stated:
            # A name is written one way in a conversation, whichever language the rest is in.
            teller = (
                Teller(EN_NAMES[at], EN_NAMES[at])
                if rng.random() < 0.5
                else Teller(KO_NAMES[at], KO_NAMES[at])
            )
    ko, en = maker.slots()
    slots = {"ko": ko, "en": en}
    if asked != stated:
        ko["n"] = en["n"]
    return Pair(
        maker.question(asked, form, slots[asked], teller),
        maker.statement(stated, slots[stated], teller),
        maker.negative(stated, form, slots[stated], teller, other),
        maker.family.name,
        form,
        languages,
    )


def pairs(families: list[Family], per_family: int, seed: int) -> Iterator[Pair]:
    """Pairs of every family in turn; the same seed gives the same pairs."""
    rng = random.Random(seed)
    makers = [Maker(family, rng) for family in families]
    for maker in makers:
        seen: set[tuple[str, str]] = set()
        for _ in range(per_family):
            pair = make_pair(maker, rng.choice(makers), rng)
            if (pair.question, pair.statement) not in seen:
                seen.add((pair.question, pair.statement))
                yield pair


_SCENE_FORMS = ("direct",) * 6 + ("indirect",) * 3 + ("confirm",)


def scenes(families: list[Family], each: int, seed: int) -> Iterator[Pair]:
    """Pairs of every scene in turn; its negative is a neighbour in the file, which is about a near thing."""
    rng = random.Random(seed)
    makers = [Maker(family, rng) for family in families]
    for at, maker in enumerate(makers):
        near = [other for other in makers[max(0, at - 6) : at + 7] if other is not maker]
        seen: set[tuple[str, str]] = set()
        for _ in range(each):
            form, languages = rng.choice(_SCENE_FORMS), rng.choice(_LANGUAGES)
            if form == "indirect" and languages.startswith("en"):
                form = "direct"
            asked, stated = languages[:2], languages[2:]
            slots = {"ko": maker.slots()[0], "en": maker.slots()[1]}
            nobody = Teller(None, None)
            teller = nobody
            if stated == asked and form != "indirect" and rng.random() < 0.35:
                named = rng.randrange(len(KO_NAMES))
                teller = Teller(KO_NAMES[named], EN_NAMES[named])
            other = rng.choice(near or makers)
            pair = Pair(
                maker.question(asked, form, slots[asked], teller),
                maker.statement(stated, slots[stated], teller),
                other.statement(stated, slots[stated], teller),
                maker.family.name,
                form,
                languages,
            )
            if (pair.question, pair.statement) not in seen:
                seen.add((pair.question, pair.statement))
                yield pair
