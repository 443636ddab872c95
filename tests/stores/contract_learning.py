"""Jobs, candidates and calls of a model, in any store."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta

from store_samples import START as AT
from store_samples import session, turn

from saegim.models import Candidate, ModelCall
from saegim.protocols import Store


def candidate(n: int = 1, **changes: object) -> Candidate:
    made = Candidate(
        id=f"c{n}", kind="fact", content=f"사용자는 {n}동에 산다.", persona=None, at=AT,
        factors={"kind": 0.85, "novelty": 1.0}, score=0.7, verdict="candidate", reason="below_threshold",
        origin="rules", created_at=AT, updated_at=AT, subject="user", key="home.city", value=f"{n}동",
        source_turns=("t1",), metadata={"rule": "home"},
    )  # fmt: skip
    return replace(made, **changes)  # type: ignore[arg-type]


class Learning:
    def test_a_job_is_there_until_it_is_finished(self, store: Store) -> None:
        with store.user("minji") as user:
            with user.write() as tx:
                tx.put_job("learn", "t1", AT, {"n": 1})
                tx.put_job("learn", "t2", AT, {})
            with user.read() as view:
                first, second = view.due_jobs(("learn",), AT, 10)
                assert (first.target, first.detail, first.state, first.tries) == (
                    "t1",
                    {"n": 1},
                    "pending",
                    0,
                )
                assert view.due_jobs(("learn",), AT, 1) == [first]
                assert view.due_jobs(("other",), AT, 10) == []
                assert view.count_jobs() == {"pending": 2}
            with user.write() as tx:
                assert tx.finish_job(first.id)
                assert not tx.finish_job(first.id)
            with user.read() as view:
                assert view.jobs(state=None, limit=10, offset=0) == [second]

    def test_a_job_waits_for_its_time(self, store: Store) -> None:
        later = AT + timedelta(hours=1)
        with store.user("minji") as user:
            with user.write() as tx:
                tx.put_job("end", "s1", later, {})
            with user.read() as view:
                assert view.due_jobs(("end",), AT, 10) == []
                assert len(view.due_jobs(("end",), later, 10)) == 1
                assert view.next_due(("end",)) == later
                assert view.next_due(("learn",)) is None

    def test_of_one_task_and_target_there_is_one_job(self, store: Store) -> None:
        later = AT + timedelta(hours=1)
        with store.user("minji") as user:
            with user.write() as tx:
                tx.put_job("end", "s1", AT, {})
                tx.put_job("end", "s1", later, {"moved": True})
            with user.read() as view:
                (job,) = view.jobs(state=None, limit=10, offset=0)
                assert (job.due_at, job.detail) == (later, {"moved": True})

    def test_a_job_that_waits_may_be_left_as_it_is_but_a_dead_one_begins_anew(self, store: Store) -> None:
        later = AT + timedelta(hours=1)
        with store.user("minji") as user:
            with user.write() as tx:
                tx.put_job("end", "s1", AT, {})
                tx.put_job("end", "s1", later, {"moved": True}, move=False)
                (waiting,) = tx.jobs(state=None, limit=10, offset=0)
                assert (waiting.due_at, waiting.detail) == (AT, {})
                tx.fail_job(waiting.id, "odd", None)
                tx.put_job("end", "s1", later, {}, move=False)
            with user.read() as view:
                (again,) = view.jobs(state=None, limit=10, offset=0)
                assert (again.state, again.tries, again.due_at) == ("pending", 0, later)

    def test_a_failed_job_comes_back_and_a_dead_one_stays_until_retried(self, store: Store) -> None:
        later = AT + timedelta(hours=1)
        with store.user("minji") as user:
            with user.write() as tx:
                tx.put_job("ask", "t1", AT, {})
                (job,) = tx.due_jobs(("ask",), AT, 1)
                tx.fail_job(job.id, "HTTP 500", later)
            with user.read() as view:
                (failed,) = view.jobs(state="pending", limit=10, offset=0)
                assert (failed.tries, failed.error, failed.due_at) == (1, "HTTP 500", later)
            with user.write() as tx:
                tx.fail_job(job.id, "HTTP 500", None)
            with user.read() as view:
                (dead,) = view.jobs(state="dead", limit=10, offset=0)
                assert (dead.tries, dead.state) == (2, "dead")
                assert view.due_jobs(("ask",), later + timedelta(days=9), 10) == []
                assert view.next_due(("ask",)) is None
            with user.write() as tx:
                assert tx.retry_jobs(dead.id + 1) == 0
                assert tx.retry_jobs(None) == 1
            with user.read() as view:
                (again,) = view.jobs(state="pending", limit=10, offset=0)
                assert again.tries == 0

    def test_jobs_of_a_failed_transaction_were_never_there(self, store: Store) -> None:
        with store.user("minji") as user:
            try:
                with user.write() as tx:
                    tx.put_job("learn", "t1", AT, {})
                    raise RuntimeError
            except RuntimeError:
                pass
            with user.read() as view:
                assert view.count_jobs() == {}

    def test_a_deleted_turn_takes_its_job_along(self, store: Store) -> None:
        with store.user("minji") as user:
            with user.write() as tx:
                tx.put_session(session())
                made = turn("t1")
                tx.add_turns([made])
                tx.put_job("learn", made.id, AT, {})
                tx.delete_turn(made.id)
            with user.read() as view:
                assert view.count_jobs() == {}

    def test_a_candidate_is_kept_whole_and_found_by_what_it_says(self, store: Store) -> None:
        with store.user("minji") as user:
            with user.write() as tx:
                tx.put_candidate(candidate())
            with user.read() as view:
                assert view.candidate("c1") == candidate()
                assert view.candidate("c2") is None
                assert view.candidate_saying(candidate().says) == candidate()
                other = candidate(1, id="x", content="다른 말", value="1 동")
                assert view.candidate_saying(other.says) == candidate()
                assert view.candidate_saying(candidate(2).says) is None

    def test_a_candidate_put_again_is_changed(self, store: Store) -> None:
        risen = candidate(1, verdict="promoted", seen=3, memory_id="k1")
        with store.user("minji") as user:
            with user.write() as tx:
                tx.put_candidate(candidate())
                tx.put_candidate(risen)
            with user.read() as view:
                every = {"persona": None, "limit": 10, "offset": 0}
                found = view.candidates(verdict=None, memory_id=None, **every)  # type: ignore[arg-type]
                assert found == [risen]
                assert view.candidates(verdict="candidate", memory_id=None, **every) == []  # type: ignore[arg-type]
                assert view.candidates(verdict=None, memory_id="k1", **every) == [risen]  # type: ignore[arg-type]

    def test_candidates_of_another_persona_are_not_listed(self, store: Store) -> None:
        with store.user("minji") as user:
            with user.write() as tx:
                tx.put_candidate(candidate(1, persona="luna"))
                tx.put_candidate(candidate(2, persona="sol"))
                tx.put_candidate(candidate(3))
            with user.read() as view:
                found = view.candidates(verdict=None, persona="luna", memory_id=None, limit=10, offset=0)
                assert [one.id for one in found] == ["c3", "c1"]

    def test_those_that_wait_are_found_with_their_vectors(self, store: Store) -> None:
        with store.user("minji") as user:
            with user.write() as tx:
                space = tx.ensure_space("fake/1")
                tx.put_candidate(candidate(1), space=space, vector=b"\0\0\x80?")
                tx.put_candidate(candidate(2, verdict="promoted"), space=space, vector=b"\0\0\0\0")
                tx.put_candidate(candidate(3))
            with user.read() as view:
                found = view.candidate_vectors(space, "fact", 10)
                assert [(one.id, vector) for one, vector in found] == [("c1", b"\0\0\x80?")]
                assert view.candidate_vectors(space, "note", 10) == []

    def test_calls_of_a_model_are_listed_newest_first(self, store: Store) -> None:
        def call(at: datetime) -> ModelCall:
            return ModelCall(at, "openai:x", "extract", "ok", 1.5, 10, 20, 0.01)

        with store.user("minji") as user:
            with user.write() as tx:
                tx.add_model_call(call(AT))
                tx.add_model_call(call(AT + timedelta(minutes=1)))
            with user.read() as view:
                assert view.model_calls(limit=1, offset=0) == [call(AT + timedelta(minutes=1))]
                assert view.model_calls(limit=5, offset=1) == [call(AT)]
