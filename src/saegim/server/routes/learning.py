"""After a turn: candidates and their verdicts, episodes, summaries on demand, and work still to be done."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import Query, Response
from pydantic import Field

from saegim.models import Candidate, Job, Memory, ModelCall, Summary
from saegim.server.admission import Reads, Writes
from saegim.server.answers import answer, page
from saegim.server.queries import Id, Limit, Offset, PersonaId
from saegim.server.schemas import Body, listing, router_for, shape, wrapped

router = router_for("/api/v1", "learning")
Verdict = Literal["promoted", "candidate", "duplicate", "superseded", "rejected"]


class NewEpisode(Body):
    """An episode of a session, or of the one in hand; with `summary`, in these words."""

    session_id: str | None = None
    persona_id: str | None = None
    summary: str | None = None
    topics: list[str] | None = None
    emotion: str | None = None
    importance: Annotated[int, Field(ge=1, le=10)] | None = None
    strict: bool = False


class Folding(Body):
    persona_id: str | None = None
    strict: bool = False


@router.get("/candidates", response_model=listing("candidates", Candidate))
def candidates(
    who: Reads,
    verdict: Verdict | None = None,
    limit: Limit = 50,
    offset: Offset = 0,
    persona_id: PersonaId = None,
) -> Response:
    """What turns may teach, newest first, with scores and verdicts."""
    found = who.user(persona_id).candidates(verdict=verdict, limit=limit + 1, offset=offset)
    return page("candidates", found, limit, offset)


@router.get("/candidates/{candidate_id}", response_model=shape(Candidate))
def candidate(candidate_id: Id, who: Reads, persona_id: PersonaId = None) -> Response:
    """One candidate."""
    return answer(who.user(persona_id).candidate(candidate_id))


@router.get("/memories/{memory_id}/why", response_model=wrapped("WhyKept", why=str))
def why(memory_id: Id, who: Reads, persona_id: PersonaId = None) -> Response:
    """Why a memory is kept, in a sentence or two."""
    return answer({"why": who.user(persona_id).why(memory_id, language=who.language)})


@router.get("/jobs", response_model=listing("jobs", Job))
def jobs(
    who: Reads, state: Literal["pending", "dead"] | None = None, limit: Limit = 50, offset: Offset = 0
) -> Response:
    """Work on this user that is not done yet, oldest first."""
    return page("jobs", who.user().jobs(state=state, limit=limit + 1, offset=offset), limit, offset)


@router.post("/jobs/retry", response_model=wrapped("JobsRetried", retried=int))
def retry(
    who: Writes, job_id: Annotated[int | None, Query(alias="jobId", ge=1, le=2**53)] = None
) -> Response:
    """Have one dead job, or all of them, tried again."""
    return answer({"retried": who.user().retry_jobs(job_id)})


@router.get("/model-calls", response_model=listing("calls", ModelCall))
def model_calls(who: Reads, limit: Limit = 50, offset: Offset = 0) -> Response:
    """Questions put to the language model about this user, newest first, with what they cost."""
    return page("calls", who.user().model_calls(limit=limit + 1, offset=offset), limit, offset)


@router.get("/episodes", response_model=listing("episodes", Memory))
def episodes(
    who: Reads,
    include_archived: Annotated[bool, Query(alias="includeArchived")] = False,
    limit: Limit = 50,
    offset: Offset = 0,
    persona_id: PersonaId = None,
) -> Response:
    """Episodes: the important first, then the newest."""
    found = who.user(persona_id).episodes(include_archived=include_archived, limit=limit + 1, offset=offset)
    return page("episodes", found, limit, offset)


@router.post("/episodes", status_code=201, response_model=shape(Memory))
def make_episode(body: NewEpisode, who: Writes) -> Response:
    """Keep an episode now."""
    with who.house.step("summary"):
        kept = who.user(body.persona_id).make_episode(
            body.session_id, summary=body.summary, topics=body.topics or (), emotion=body.emotion,
            importance=body.importance, strict=body.strict,
        )  # fmt: skip
    return answer(kept, status=201)


@router.post("/summaries/roll", response_model=wrapped("Rolled", summary=Summary | None))
def roll(who: Writes, body: Folding | None = None) -> Response:
    """Fold all but the newest turns into the rolling summary now; null when there is nothing to fold."""
    wanted = body or Folding()
    with who.house.step("summary"):
        made = who.user(wanted.persona_id).summarise(strict=wanted.strict)
    return answer({"summary": made})
