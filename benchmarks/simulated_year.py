"""A year of talk by invented people: facts that change, things said again and again, plans, moods, chatter.

Made from a seed, so that every run is the same. What is true when is known (`Truth`), which is what the
answers are checked against. Our own sentences; no real person.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

ZONE = ZoneInfo("Asia/Seoul")
START = datetime(2025, 1, 1, 8, 0, tzinfo=ZONE)

_CITIES = "서울 부산 대구 인천 광주 대전 울산 세종 제주 수원 전주 강릉 춘천 청주 포항 여수".split()
_COMPANIES = "네이버 카카오 토스 쿠팡 라인 넥슨 당근 하이닉스 삼성전자 현대자동차".split()
_ROLES = "디자이너 개발자 기획자 마케터 회계사 간호사 교사 번역가".split()
_THINGS = (
    "커피 녹차 떡볶이 초밥 피자 국밥 김치찌개 파스타 등산 수영 재즈 발라드 캠핑 낚시 웹툰 추리소설 고양이"
    " 보드게임 맥주 와인 민트초코 오이 고수 가지 파인애플 마라탕 평양냉면 단팥빵 식혜 영화 뮤지컬 전시회"
    " 드라이브 요가 탁구 볼링"
).split()
_FRIENDS = "유나 도윤 하린 시우 예린 다은 지훈 민지".split()
_TRIPS = "제주도 강릉 여수 경주 전주 속초 통영 부산".split()
_CHATTER = (
    "오늘 날씨 좋다", "아 졸려", "점심 뭐 먹지", "지하철에 사람 많더라", "비 와서 축축해", "커튼 사야겠다",
    "드라마 보다가 늦게 잤어", "오늘 회의가 길었어", "빨래 널었다", "고마워", "ㅋㅋㅋㅋ 그러게", "응 알겠어",
    "택배 왔다", "오늘은 좀 쉬어야지", "머리 자르고 싶다", "이 노래 좋네", "배고파", "퇴근하고 싶다",
    "길에서 넘어질 뻔했어", "내일 일찍 일어나야지",
)  # fmt: skip
_MOODS = (
    "오늘 진짜 행복했어", "요즘 너무 우울해", "아 짜증나 진짜", "오늘도 야근이야 힘들다", "뿌듯한 하루였어",
)  # fmt: skip


@dataclass(slots=True)
class Said:
    """One turn: when, what the person said, what was answered."""

    at: datetime
    user: str
    assistant: str = "그랬군요."


@dataclass(slots=True)
class Truth:
    """What is so since when, by key; `None` closes a value of a key that gathers."""

    singles: dict[str, list[tuple[datetime, str]]] = field(default_factory=dict)
    tastes: dict[str, list[tuple[datetime, str]]] = field(default_factory=dict)
    allergy: str = ""

    def single_at(self, key: str, at: datetime) -> str | None:
        """The value of a key that holds one, as of then."""
        held = [value for since, value in self.singles.get(key, ()) if since <= at]
        return held[-1] if held else None


@dataclass(slots=True)
class Year:
    """A person's year."""

    name: str
    turns: list[Said]
    truth: Truth
    end: datetime

    def questions(self) -> list[tuple[str, str]]:
        """(question, words an answer holds) about what is so at the end."""
        asked = {
            "home.city": "나 지금 어디 살아?",
            "work.company": "내 직장 어디야?",
            "work.role": "내 직업이 뭐야?",
        }
        found = [(asked[key], self.truth.singles[key][-1][1]) for key in asked]
        found.append(("나 알레르기 있는 음식이 뭐지?", self.truth.allergy))
        for thing, held in self.truth.tastes.items():
            verb = "좋아해" if held[-1][1] == "likes" else "싫어해"
            found.append((f"내가 {thing} {verb}?", thing))
        return found


def live(name: str, turns: int, seed: int) -> Year:
    """The year of one person in so many turns."""
    chance = random.Random(seed)
    truth = Truth()
    days = sorted(chance.randrange(365) for _ in range(turns))
    moves = _times(chance, turns, 5)
    jobs = _times(chance, turns, 4)
    roles = _times(chance, turns, 2)
    said: list[Said] = []
    cities, companies, works = (chance.sample(pool, len(pool)) for pool in (_CITIES, _COMPANIES, _ROLES))
    truth.allergy = chance.choice(["땅콩", "복숭아", "새우", "우유"])
    tastes = chance.sample(_THINGS, 16)
    minute = 0
    last = -1
    for i, day in enumerate(days):
        minute = minute + 7 if day == last else chance.randrange(60, 240)
        last = day
        at = START + timedelta(days=day, minutes=min(minute, 900))
        if i in moves:
            text = _change(
                truth.singles, "home.city", cities.pop(), at, ("나 {v}에 살아", "나 {v}{r} 이사했어")
            )
        elif i in jobs:
            text = _change(
                truth.singles, "work.company", companies.pop(), at, ("나 {v} 다녀", "나 이제 {v}에 다녀")
            )
        elif i in roles:
            text = _change(truth.singles, "work.role", works.pop(), at, ("나는 {v}야", "나 {v}로 일해"))
        elif i == 10:
            text = f"나 {truth.allergy} 알레르기 있어"
        else:
            text = _anything(chance, truth, tastes, at)
        said.append(Said(at, text))
    return Year(name, said, truth, START + timedelta(days=366))


def _times(chance: random.Random, turns: int, count: int) -> set[int]:
    """The first early, the others spread over the year, none in its last days."""
    first = chance.randrange(12, max(13, turns // 20))
    step = (turns - turns // 10) // count
    return {first} | {first + step * n + chance.randrange(max(1, step // 3)) for n in range(1, count)}


def _change(
    line: dict[str, list[tuple[datetime, str]]], key: str, value: str, at: datetime, said: tuple[str, str]
) -> str:
    new = key not in line
    line.setdefault(key, []).append((at, value))
    last = (ord(value[-1]) - 0xAC00) % 28
    # After a vowel and after ㄹ it is 로.
    return said[0 if new else 1].format(v=value, r="로" if last in (0, 8) else "으로")


def _anything(chance: random.Random, truth: Truth, tastes: Sequence[str], at: datetime) -> str:
    roll = chance.random()
    if roll < 0.10:
        return _taste(chance, truth, chance.choice(tastes), at)
    if roll < 0.16:
        return _again(chance, truth)
    if roll < 0.24:
        friend = chance.choice(_FRIENDS)
        return chance.choice(
            [
                f"{friend}랑 놀아서 즐거웠어",
                f"{friend}한테 연락 왔어",
                f"{friend}랑 밥 먹었어",
                f"{friend} 때문에 속상해",
            ]
        )
    if roll < 0.30:
        return f"다음 주에 {chance.choice(_TRIPS)} 여행 가기로 했어"
    if roll < 0.34:
        return f"내일 {chance.choice(['치과', '은행', '미용실', '병원'])} 가야 해"
    if roll < 0.46:
        return chance.choice(_MOODS)
    return chance.choice(_CHATTER)


def _taste(chance: random.Random, truth: Truth, thing: str, at: datetime) -> str:
    """Said for the first time, said again as it is, or now and then turned round."""
    held = truth.tastes.setdefault(thing, [])
    kind = held[-1][1] if held else chance.choice(["likes", "dislikes"])
    if held and chance.random() < 0.15:
        kind = "dislikes" if kind == "likes" else "likes"
    if not held or held[-1][1] != kind:
        held.append((at, kind))
    forms = ("나 {t} 좋아해", "나 {t} 진짜 좋아해", "나 {t} 좋아하잖아") if kind == "likes" else (
        "나 {t} 싫어해", "나 {t} 진짜 싫어해", "나 {t} 싫어하잖아",
    )  # fmt: skip
    return chance.choice(forms).format(t=thing)


def _again(chance: random.Random, truth: Truth) -> str:
    """Something that is so, said once more."""
    if "home.city" in truth.singles and chance.random() < 0.5:
        return f"나 {truth.singles['home.city'][-1][1]}에 살아"
    if "work.company" in truth.singles:
        return f"나 {truth.singles['work.company'][-1][1]} 다녀"
    return chance.choice(_CHATTER)
