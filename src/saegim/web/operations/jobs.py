"""Jobs with what became of them, and the log of tendings."""

from __future__ import annotations

from nicegui import ui

from saegim.models import Job, Run
from saegim.web.frame import attempt, tell
from saegim.web.operations.listing import listed
from saegim.web.pieces import box, button, chip, minute, words
from saegim.web.visit import Visit


async def jobs(visit: Visit) -> None:
    user = visit.user

    async def retry(job_id: int | None = None) -> None:
        count = await attempt(visit, "write", user.retry_jobs, job_id)
        if count is not None:
            tell(visit.say("jobs.retried", count=count))
            ui.navigate.to("/operations?tab=jobs")

    def show(job: Job) -> None:
        dead = job.state == "dead"
        with box("row-flat", tag="li"):
            chip(visit.say(f"jobs.{job.state}"), "warn" if dead else "")
            with box("grow"):
                words("strong", visit.name_of("task", job.task))
                told = [visit.say("jobs.due", at=minute(job.due_at))]
                if job.tries:
                    told.append(visit.say("jobs.tries", count=job.tries))
                words("span", f" {' · '.join(told)}", "soft small num")
                if job.error:
                    words("p", job.error, "small soft")
            if dead and visit.may("write"):
                button(visit.say("jobs.retry"), lambda: retry(job.id), "plain")

    with box("card stack", tag="section"):
        with box("row-flat"):
            words("h2", visit.say("operations.jobs"), "grow")
            dead = await attempt(visit, "read", lambda: user.jobs(state="dead", limit=1))
            if dead and visit.may("write"):
                button(visit.say("jobs.retry_all"), lambda: retry())
        await listed(visit, "read", lambda n, offset: user.jobs(limit=n, offset=offset), show, "jobs.none")
    await _runs(visit)


async def _runs(visit: Visit) -> None:
    user = visit.user

    async def tend() -> None:
        if await attempt(visit, "write", user.tend) is not None:
            tell(visit.say("jobs.tended"))
            ui.navigate.to("/operations?tab=jobs")

    def show(run: Run) -> None:
        did = ", ".join(f"{visit.name_of('did', name)} {count}" for name, count in run.did.items() if count)
        with box("row-flat", tag="li"):
            chip(visit.name_of("run", run.state), "warn" if run.state in ("failed", "interrupted") else "")
            words(
                "span",
                f"{minute(run.started_at)} · {visit.name_of('trigger', run.trigger)} · {run.seconds:.1f} s",
                "soft small num",
            )
            words("span", did, "grow small")

    with box("card stack", tag="section"):
        with box("row-flat"):
            words("h2", visit.say("jobs.runs"), "grow")
            if visit.may("write"):
                button(visit.say("jobs.tend"), tend)
        await listed(
            visit, "read", lambda n, offset: user.runs(limit=n, offset=offset), show, "jobs.runs.none"
        )
