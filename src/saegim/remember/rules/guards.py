"""When a clause is to be believed. The same tests for every rule."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from saegim.remember.rules import moods as mood
from saegim.remember.rules import subjects, words
from saegim.remember.rules import words_things as things
from saegim.remember.rules.clauses import Sentence
from saegim.remember.rules.rule import Rule
from saegim.remember.rules.scene import Scene
from saegim.remember.rules.unit import Token

_FORMER = frozenset("예전 옛날 원래 한때 과거 왕년 학창 전직".split())
_TODAY = frozenset("오늘 방금 아까 어제 지금막 이따 금방 오늘따라".split())
_LASTING = frozenset(things.LASTING)
_SINCE = re.compile(
    r"(?:주|달|년|개월|해|일|주일|반년|며칠|한달|주간|일주일)/\S+ (?:째|동안|내내|넘|이상|가까이)/"
    r"|(?:뒤|후|이후|다음)/\S+ (?:로|부터)/"
    r"|(?:전|작년|지난달|지난주|올해|봄|여름|가을|겨울|때|월|어제)/\S+ 부터/"
)
_PLACES = frozenset((words.BUSINESS, words.COMPANY, words.SCHOOL))
_PLACE_TAILS = tuple("장관실점소청")
_OPEN = frozenset("쉬 열 닫 팔 받 만들 내놓 바뀌".split())
_HUMAN = frozenset((words.STRANGER, words.JOB, words.FAMILY, words.COMPANION))
_STATES = frozenset("condition allergy medication diet fact preference profile".split())
# What somebody may say of themselves though they speak of a story: 그 드라마에서 나온 노래 좋아해.
_OF_STORIES = frozenset("preference boundary promise plan todo note".split())
_LINKING = frozenset("고 며 으며 는데 은데 ᆫ데 지만 으나 거든 거든요 는데요 고요 구요 던데".split())
BECAUSE = frozenset("어서 아서 니까 으니까 느라 라서 라 길래".split())
_CAUSES = BECAUSE | frozenset("거든 거든요 는데 은데 ᆫ데 ᆫ데요 는데요 고 어 아".split())
_OWN_CASE = frozenset("때문 땜 나 저 내 제 우리 당분간 평생 절대 요즘 이제 지금".split())


def believable(rule: Rule, scene: Scene) -> bool:
    """Whether what the rule looks for may be taken at its word in this clause."""
    return _meant(rule, scene) and _now(rule, scene) and _about_whom(rule, scene) and _in_words(rule, scene)


def _meant(rule: Rule, scene: Scene) -> bool:
    """Told, not asked, supposed, reported, joked or played, unless the rule wants just that."""
    clause, reading = scene.clause, scene.reading
    if rule.denied is not None and clause.denied != rule.denied:
        return False
    # What a doctor said of the speaker, or what the speaker was told of themselves: 저 당뇨 전단계래요.
    told = reading.medical or (scene.parted.said and scene.parted.subject.kind == subjects.USER)
    if clause.mood not in rule.moods and not (
        rule.medical and told and clause.mood in (mood.REPORT, mood.MARVEL)
    ):
        return False
    if scene.sentence.supposing or (clause.conditional and not rule.conditional) or reading.absurd:
        return False
    if scene.sentence.imagined and rule.kind not in _OF_STORIES:
        return False
    return not reading.performing or mood.ORDER in rule.moods


def _now(rule: Rule, scene: Scene) -> bool:
    """In the time the rule speaks of, and for longer than today."""
    clause = scene.clause
    if rule.key == "style" and _this_once(scene.sentence):
        return False
    if rule.past is not None and clause.past != rule.past:
        return False
    if rule.past is None and rule.kind in _STATES and not scene.forms.isdisjoint(("었었", "았었")):
        return False
    if (
        rule.past is None
        and rule.kind in _STATES
        and clause.ending == "으나"
        and clause.past
        and not rule.negated
    ):
        # 알레르기가 있었으나 …: it is told because it is over.
        return False
    if rule.lasting and not (scene.forms.isdisjoint(_FORMER) and scene.forms.isdisjoint(_TODAY)):
        return False
    if rule.closing and not (clause.ending in _LINKING or (clause.final and clause.ending not in BECAUSE)):
        return False
    return not rule.going_on or _goes_on(scene.sentence)


def _about_whom(rule: Rule, scene: Scene) -> bool:
    """Of someone the rule may speak of."""
    parted = scene.parted
    if parted.subject.kind not in rule.who:
        return False
    if (rule.said and not parted.said) or (rule.mine is not None and rule.mine != parted.mine):
        return False
    if rule.grounded and not _grounded(scene):
        return False
    if rule.kind == "constraint" and _is_about_thing(parted.body):
        return False
    # Nobody is polite about themselves: 끼세요 tells someone else what to do.
    polite = scene.clause.honorific and parted.subject.kind == subjects.USER
    if polite and rule.subject not in ("user", "assistant") and mood.ORDER not in rule.moods:
        return False
    return not rule.alone or not _another_acts(parted.body)


def _this_once(sentence: Sentence) -> bool:
    """이번만 반말로 해 줘, 이번 답은 짧게: not the answers to come."""
    return any(
        (
            now.form in ("이번", "요번", "번")
            and mark.form != "부터"
            and now.tag[0] == "N"
            and _this(now, before)
        )
        or (now.form in ("오늘", "지금", "여기", "이거", "이것") and mark.form == "만")
        for before, now, mark in zip(
            [None, *sentence.tokens], sentence.tokens, sentence.tokens[1:], strict=False
        )
    )


def _this(now: Token, before: Token | None) -> bool:
    """이번, also where the analyser cut it in two."""
    return now.form != "번" or (before is not None and before.tag == "MM" and before.form in ("이", "요"))


def _grounded(scene: Scene) -> bool:
    """천식이 있어서, 저는, 혈압약 때문에: why it should be so of whom the clause is about."""
    if scene.parted.said or scene.parted.subject.kind != subjects.USER or scene.reading.medical:
        return True
    if not scene.sentence.forms.isdisjoint(_OWN_CASE):
        return True
    return any(
        clause.ending in _CAUSES and clause is not scene.clause
        for sentence in scene.reading.sentences
        for clause in sentence.clauses
    )


def _is_about_thing(body: Sequence[Token]) -> bool:
    """이 쿠폰은 주말에 못 써: what a thing at hand does not allow binds nobody's plans."""
    return (
        len(body) > 2
        and body[0].tag == "MM"
        and body[0].form in ("이", "그", "저")
        and body[1].tag in ("NNG", "NNP")
        and words.TIME not in body[1].sorts
        and body[2].form in ("은", "는")
    )


def _another_acts(body: Sequence[Token]) -> bool:
    """Whether some noun is the subject: 비가 온다; 사무소는 문을 닫는다, where what is done has an object of its own."""
    if any(t.tag == "JKS" and t.form in ("이", "가") for t in body):
        return True
    named = 1 if body and body[0].tag == "MM" else 0
    if len(body) > named + 1 and body[named + 1].form in ("은", "는"):
        first = body[named]
        # 도서관은 월요일에 쉬어요; 도서관은 자주 가요 is the speaker's doing.
        place = not _PLACES.isdisjoint(first.sorts) or first.form.endswith(_PLACE_TAILS)
        shop = place and any(t.tag == "VV" and t.form in _OPEN for t in body)
        if first.form in subjects.ORGANISATIONS or shop:
            return True
    # 세 살 아이는 보통 낮잠을 잔다: a person, though words before them hid whom the clause is about.
    if any(
        mark.tag == "JX" and mark.form in ("은", "는") and not _HUMAN.isdisjoint(noun.sorts)
        for noun, mark in pairwise(body)
    ):
        return True
    if not any(t.tag == "JKO" for t in body):
        return False
    return any(
        mark.tag == "JX"
        and mark.form in ("은", "는")
        and noun.tag in ("NNG", "NNP")
        and "T" not in noun.sorts
        for noun, mark in pairwise(body)
    )


def _in_words(rule: Rule, scene: Scene) -> bool:
    """In none of the words that turn it into something else."""
    if rule.avoid and not scene.sorts.isdisjoint(rule.avoid):
        return False
    if rule.without and not (scene.forms.isdisjoint(rule.without) and scene.tagged.isdisjoint(rule.without)):
        return False
    if rule.nowhere and not scene.sentence.forms.isdisjoint(rule.nowhere):
        return False
    if rule.greeting and not scene.reading.greeting:
        return False
    return not rule.health or scene.reading.health


def _goes_on(sentence: Sentence) -> bool:
    if not sentence.forms.isdisjoint(_LASTING):
        return True
    return _SINCE.search("".join([token.piece for token in sentence.tokens])) is not None
