"""Laws of a context that hold whatever goes in: the budget, the newest message, nothing lost unsaid."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from saegim.language.tokens import Counter, count_messages, load_counter
from saegim.models import Hit, Memory, Message, Turn, Why
from saegim.recall.context import LEAST_BUDGET, Assembly, assemble, assemble_compact
from saegim.recall.parts import Material
from saegim.settings import ContextSettings, ShareSettings
from saegim.testing import SEOUL

NOW = datetime(2026, 3, 2, 9, 0, tzinfo=SEOUL)
COUNTERS = {name: load_counter(name) for name in ("estimate", "o200k_base")}

# What people send: Korean, English, code, emoji, many lines, one long word.
_WORDS = (
    "오늘은", "땅콩 알레르기가", "있어요.", "어제", "the weather", "is nice", "👨‍👩‍👧‍👦", "🇰🇷", "def f(x):",
    "\n",
    "ㅋㅋㅋㅋ", "https://example.org/a?b=c", "뷁뷁", "漢字", "가" * 40, "a" * 60, "…", "  ",
)  # fmt: skip
# Drawing every word would take most of the time: one number makes a text, small numbers short ones.
SEEDS = st.integers(0, 10_000)


def a_text(seed: int) -> str:
    chance = Random(seed)
    words = chance.choices(_WORDS, k=1 + min(seed, chance.choice([3, 10, 40, 150])))
    return " ".join(words) if " ".join(words).strip() else "네"


TEXTS = SEEDS.map(a_text)
SHORT = st.integers(0, 3).map(a_text)


def a_memory(number: int, content: str, prefix: str = "k") -> Memory:
    return Memory(
        id=f"{prefix}{number}",
        kind="fact",
        content=content,
        persona=None,
        importance=0.5,
        confidence=1.0,
        created_at=NOW,
        updated_at=NOW,
        valid_from=NOW,
    )


def a_message(id_: str, turn: str, role: str, content: str) -> Message:
    return Message(id_, turn, "s1", role, content, NOW)


def a_turn(number: int, said: Sequence[str]) -> Turn:
    roles = ["user", *["assistant"] * (len(said) - 1)]
    messages = tuple(
        a_message(f"m{number}.{i}", f"t{number}", role, text)
        for i, (role, text) in enumerate(zip(roles, said, strict=True))
    )
    return Turn(f"t{number}", "s1", None, NOW + timedelta(minutes=number), messages)


WHY = Why(1.0, 1.0, 0.5, {}, "says it", "일치")


@st.composite
def materials(draw: st.DrawFn) -> Material:
    chance = Random(draw(SEEDS))
    longest = draw(st.sampled_from([2, 40, 10_000]))

    def text() -> str:
        return a_text(chance.randint(0, longest))

    def several(most: int) -> range:
        return range(chance.randint(0, most))

    recent = [a_turn(n, [text() for _ in range(chance.randint(1, 6))]) for n in several(6)]
    pinned = [a_memory(n, text(), "p") for n in several(5)]
    known = [a_memory(n, text()) for n in several(8)]
    picked = [chance.choice([*known, *pinned]) for _ in several(3) if known or pinned]
    hits = [Hit(m.content, 1.0, WHY, n, memory=m) for n, m in enumerate([*known, *pinned[:2]])]
    for n in several(6):
        # Some of what was found was said just now, and stands in the recent turns already.
        turn = chance.choice(["old", *(t.id for t in recent)])
        before = a_message(f"b{n}", turn, "user", text() + "?") if chance.random() < 0.5 else None
        found = a_message(f"h{n}", turn, "assistant", text())
        hits.append(Hit(found.content, 0.5, WHY, 100 + n, message=found, before=before))
    chance.shuffle(hits)
    return Material(
        message=text() if chance.random() < 0.5 else None,
        language=chance.choice(["ko", "en"]),
        system=text() if chance.random() < 0.5 else "",
        profile={text(): [text()] for _ in several(5)},
        pinned=pinned,
        picked=picked,
        hits=hits,
        most_hits=len(hits),
        few_shot=[(text(), text()) for _ in several(2)],
        summary=text() if chance.random() < 0.5 else "",
        recent=recent,
    )


BUDGETS = st.integers(LEAST_BUDGET, 80) | st.integers(LEAST_BUDGET, 6_000)
_CUT_FIRST = st.permutations(["recent", "memories", "few_shot", "entity", "summary"]).map(tuple)
_SHARE = st.sampled_from([0.0, 0.05, 0.1, 0.4, 1.0])
SETTINGS = st.just(ContextSettings()) | st.builds(
    ContextSettings,
    memory_tokens=st.sampled_from([0, 20, 1200]),
    memory_item_tokens=st.sampled_from([8, 30, 150]),
    pinned_tokens=st.sampled_from([0, 25, 400]),
    cut_first=_CUT_FIRST,
    shares=st.builds(
        ShareSettings,
        system=_SHARE,
        entity=_SHARE,
        memories=_SHARE,
        few_shot=_SHARE,
        conversation=_SHARE,
        reply=st.sampled_from([0.0, 0.1, 0.9]),
    ),
)
Build = Callable[[Material, int, ContextSettings, Counter], Assembly]
BUILDS: dict[str, Build] = {"full": assemble, "compact": assemble_compact}

every_form = pytest.mark.parametrize("form", BUILDS)
every_counter = pytest.mark.parametrize("counter", COUNTERS)


def usable(budget: int, reply: float) -> int:
    return int(budget * (1 - reply))


@every_form
@every_counter
@settings(max_examples=60)
@given(material=materials(), budget=BUDGETS, chosen=SETTINGS)
def test_a_context_never_exceeds_its_budget(
    form: str, counter: str, material: Material, budget: int, chosen: ContextSettings
) -> None:
    built = BUILDS[form](material, budget, chosen, COUNTERS[counter])
    assert built.tokens == count_messages(built.messages, COUNTERS[counter])
    # A budget of which the reply keeps nearly everything still holds one message.
    kept = max(usable(budget, chosen.shares.reply), LEAST_BUDGET) if form == "full" else budget
    assert built.tokens <= kept <= budget


@every_form
@settings(max_examples=60)
@given(material=materials(), budget=st.just(0) | BUDGETS)
def test_the_same_material_gives_the_same_context(form: str, material: Material, budget: int) -> None:
    build, count = BUILDS[form], COUNTERS["estimate"]
    assert build(material, budget, ContextSettings(), count) == build(
        material, budget, ContextSettings(), count
    )


def is_cut_of(short: str, whole: str) -> bool:
    return short == whole or whole.startswith(short.removesuffix("…"))


@every_form
@every_counter
@settings(max_examples=60)
@given(material=materials(), budget=BUDGETS, chosen=SETTINGS)
def test_the_newest_words_are_always_in(
    form: str, counter: str, material: Material, budget: int, chosen: ContextSettings
) -> None:
    built = BUILDS[form](material, budget, chosen, COUNTERS[counter])
    if material.message is not None:
        assert built.messages[-1]["role"] == "user"
        assert is_cut_of(built.messages[-1]["content"], material.message)
    elif material.recent:
        last = material.recent[-1].messages[-1]
        assert built.messages[-1]["role"] == last.role
        assert is_cut_of(built.messages[-1]["content"], last.content)
    else:
        assert all(message["role"] == "system" for message in built.messages) or material.few_shot


@every_counter
@settings(max_examples=60)
@given(message=TEXTS, budget=st.integers(LEAST_BUDGET, 200))
def test_a_message_is_cut_only_when_it_alone_is_too_long(counter: str, message: str, budget: int) -> None:
    count = COUNTERS[counter]
    built = assemble(Material(message=message), budget, ContextSettings(), count)
    alone = count_messages([{"role": "user", "content": message}], count)
    fits = alone <= usable(budget, ContextSettings().shares.reply)
    assert (built.messages[-1]["content"] == message) == fits


def shown_lines(built: Assembly) -> list[str]:
    system = [m["content"] for m in built.messages if m["role"] == "system"]
    return [line for content in system for line in content.split("\n")]


@settings(max_examples=80)
@given(material=materials(), budget=st.just(0) | BUDGETS, chosen=SETTINGS)
def test_everything_is_either_in_or_said_to_be_left_out(
    material: Material, budget: int, chosen: ContextSettings
) -> None:
    built = assemble(material, budget, chosen, COUNTERS["estimate"])
    left = {(one.part, one.id) for one in built.left_out}
    recent_ids = {turn.id for turn in material.recent}
    above = {m.id for m in [*material.pinned, *material.picked]}
    used = {hit.id for hit in built.used_hits}
    for hit in material.hits:
        if hit.id in {m.id for m in material.pinned} or (
            hit.message is not None and hit.message.turn_id in recent_ids
        ):
            assert hit.id not in used
        elif hit.id not in above:
            assert (hit.id in used) != (("memories", hit.id) in left)
    contents = [message["content"] for message in built.messages]
    newest = None if material.message is not None or not material.recent else material.recent[-1].id
    for turn in material.recent:
        shown = all(message.content in contents for message in turn.messages)
        assert shown or turn.id == newest or ("recent", turn.id) in left
    lines = shown_lines(built)
    for key, (value,) in material.profile.items():
        assert ("entity", f"profile:{key}") in left or f"- {key}: {value}".split("\n")[0] in lines
    assert not material.system or ("system", "system") in left or material.system.split("\n")[0] in lines
    if not any(part == "summary" for part, _ in left):
        told = {m.content for m in [*material.pinned, *material.picked]}
        assert material.summary.strip() in told or material.summary.split("\n")[0].strip() in "\n".join(lines)
    assert all(one.reason for one in built.left_out)
    assert len(left) == len(built.left_out)
    # Pinned and picked are lines of their own, one each.
    bare = replace(material, system="", summary="", profile={})
    built = assemble(bare, budget, chosen, COUNTERS["estimate"])
    left_out = [one.id for one in built.left_out if one.part in ("pinned", "memories")]
    fresh = {h.id for h in material.hits if h.message is None or h.message.turn_id not in recent_ids}
    assert len(fresh | above) == len(left_out) + sum(line.startswith("- ") for line in shown_lines(built))


@settings(max_examples=60)
@given(material=materials(), budget=st.just(0) | BUDGETS, chosen=SETTINGS)
def test_nothing_is_both_in_and_left_out_and_nothing_twice(
    material: Material, budget: int, chosen: ContextSettings
) -> None:
    built = assemble(material, budget, chosen, COUNTERS["estimate"])
    used = [hit.id for hit in built.used_hits]
    assert len(used) == len(set(used))
    assert not set(used) & {one.id for one in built.left_out if one.part == "memories"}


@settings(max_examples=60)
@given(material=materials(), budget=st.just(0) | BUDGETS)
def test_recent_turns_come_whole_in_order_and_the_oldest_go_first(material: Material, budget: int) -> None:
    built = assemble(replace(material, few_shot=()), budget, ContextSettings(), COUNTERS["estimate"])
    left = {one.id for one in built.left_out if one.part == "recent"}
    kept = [turn for turn in material.recent if turn.id not in left]
    assert kept == list(material.recent)[len(material.recent) - len(kept) :]
    if material.message is not None:
        said = [m.content for turn in kept for m in turn.messages]
        assert [m["content"] for m in built.messages if m["role"] != "system"][:-1] == said


@every_counter
@settings(max_examples=60)
@given(material=materials(), budget=st.just(0) | BUDGETS, chosen=SETTINGS)
def test_one_memory_never_takes_more_than_its_cap_and_pinned_never_more_than_theirs(
    counter: str, material: Material, budget: int, chosen: ContextSettings
) -> None:
    count = COUNTERS[counter]
    # The blocks are told apart by their headings, which the texts here never use.
    bare = replace(material, system="", summary="", profile={}, few_shot=())
    built = assemble(bare, budget, chosen, count)
    assert built.parts.get("pinned", 0) <= chosen.pinned_tokens
    assert built.parts.get("memories", 0) <= chosen.memory_tokens
    for line in shown_lines(built):
        if line.startswith("- "):
            assert count(line) <= chosen.memory_item_tokens


@settings(max_examples=60)
@given(material=materials(), budget=st.just(0) | BUDGETS)
def test_the_compact_form_is_the_summary_and_the_recent_turns(material: Material, budget: int) -> None:
    built = assemble_compact(material, budget, ContextSettings(), COUNTERS["estimate"])
    assert built.used_hits == []
    assert set(built.parts) <= {"summary", "recent", "message"}
    said = {m.content for turn in material.recent for m in turn.messages}
    for message in built.messages[:-1]:
        if message["role"] == "system":
            assert material.summary
            assert message["content"].split("\n", 1)[1] in material.summary
        else:
            assert message["content"] in said or material.message is None


@settings(max_examples=60)
@given(material=materials())
def test_a_budget_of_zero_means_by_turns_only(material: Material) -> None:
    built = assemble(material, 0, ContextSettings(), COUNTERS["estimate"])
    assert not [one for one in built.left_out if one.part not in ("pinned", "memories")]
    contents = [message["content"] for message in built.messages]
    for turn in material.recent:
        assert all(message.content in contents for message in turn.messages)
    if material.message is not None:
        assert contents[-1] == material.message
