"""A small folder as each released schema left it, kept in tests/data/schemas and never changed afterwards.

After adding a migration, and before releasing it, make the samples of the new schema and commit them:

    python tests/stores/schema_sample.py

They are written by the code of that day, so they are what people's disks hold. Run again only as long as
the schema has not been released. `SAMPLE` may grow for later schemas; what an older sample does not hold
is then to be left out for it in `check_sample`.
"""

from __future__ import annotations

import shutil
from pathlib import Path

import numpy as np
from store_samples import START, SetClock, after, embed, index, indexed, memory, put, session, turn, words

from saegim.models import Link, Persona, Summary, Trace, TurnFilters
from saegim.stores.sqlite import SqliteStore, connect

SAMPLES = Path(__file__).parents[1] / "data" / "schemas"
# A key that protects nothing: the samples are public. Given as an argument, because *.key is not committed.
SECRET = "0123456789abcdef" * 4

PERSONA = Persona("luna", "루나", "너는 루나야.", {"자산": "smile_full"})
SESSION = session(persona="luna", last_at=after(minutes=1), ended_at=after(minutes=40), turn_count=2)
TURNS = [
    turn(
        "t1",
        "땅콩 먹어도 돼?",
        "알레르기가 있잖아요!",
        persona="luna",
        name="민지",
        emotion="기쁨",
        cached=True,
    ),
    turn("t2", "고마워 🙏", "천만에요", persona="luna", at=after(minutes=1), processing_time=0.5),
]
FIRST = memory("m1", "땅콩 알레르기가 있다", kind="allergy", tags=("음식",), pinned=True, subject="민지")
SECOND = memory("m1", "땅콩과 호두 알레르기가 있다", kind="allergy", tags=("음식",), pinned=True, version=2)
LINK = Link("m1", "about", "민지", 0.75, START)
SUMMARY = Summary("u1", "luna", "s1", "알레르기 이야기를 했다", after(minutes=2), 2, "t2")
TRACE = Trace("r1", after(minutes=2), "못 먹는 음식", {"hits": [{"id": "m1", "score": 0.5}]})
VECTORS = np.linspace(-1, 1, 4 * 16, dtype=np.float32).reshape(4, 16)


def newest() -> int:
    """The number of the newest schema: one more with every migration of either family."""
    return len(connect._steps("user")) + len(connect._steps("registry")) - 1


def names(number: int) -> list[str]:
    return [f"v{number}-plain", f"v{number}-encrypted"]


def fill(store: SqliteStore) -> None:
    store.put_persona(PERSONA)
    with store.user("민지") as user, user.write() as tx:
        tx.put_session(SESSION)
        documents = tx.add_turns(TURNS)
        put(tx, FIRST)
        put(tx, SECOND, action="revise")
        tx.put_link(LINK)
        tx.put_summary(SUMMARY)
        tx.add_trace(TRACE, keep=9)
        tx.put_note("picked", "m1")
        index(tx, tx.ensure_analyser("kiwi 1"), [words(n, f"땅콩 낱말{n}", "땅콩") for n in documents])
        embed(tx, tx.ensure_space("use 1"), documents, VECTORS)
        store.mark_due("민지", "index", START)


def check_sample(store: SqliteStore) -> None:
    """Everything that was put in is there, by today's reading."""
    assert store.persona("luna") == PERSONA
    assert store.lease_due("index", START, 60, "test") == "민지"
    with store.user("민지") as user:
        with user.read() as view:
            assert view.session("s1") == SESSION
            assert view.turns(TurnFilters(oldest_first=True), 9, 0) == TURNS
            assert view.memory("m1") == SECOND
            assert [version.memory for version in view.versions("m1")] == [FIRST, SECOND]
            assert [event.action for event in view.audit(target="m1", limit=9, offset=0)] == [
                "revise",
                "create",
            ]
            assert view.memories(tag="음식") == [SECOND]
            assert view.links("민지") == [LINK]
            assert view.latest_summary("luna") == SUMMARY
            assert view.traces(persona=None, limit=9, offset=0) == [TRACE]
            assert view.note("picked") == "m1"
            analyser, space = view.analyser_id("kiwi 1"), view.space_id("use 1")
            assert analyser is not None
            assert space is not None
            messages = [row.id for row in view.changes(0).rows if row.kind == "message"]
            assert indexed(view) == {n: (["땅콩", f"낱말{n}"], ["땅콩"]) for n in messages}
            assert [vector for _, vector in sorted(view.vectors(space, 0))] == [v.tobytes() for v in VECTORS]
            assert [text.text for text in view.unindexed(analyser, 9)] == [SECOND.content]
        with user.write() as tx:
            tx.add_turns([turn("t3", "새 코드로 하는 말")])
        with user.read() as view:
            assert view.turn("t3") is not None
        assert user.check() == []
    assert store.check() == []


def make(number: int) -> None:
    for name in names(number):
        folder = SAMPLES / name
        shutil.rmtree(folder, ignore_errors=True)
        store = SqliteStore(folder, clock=SetClock(), encryption="encrypted" in name, secret=SECRET)
        fill(store)
        with store.user("민지") as user:
            user.vacuum()
        store.close()


if __name__ == "__main__":
    make(newest())
    print("made", *names(newest()), "in", SAMPLES)
