"""The card that brings an export back: looked at in the browser before it is sent, then sent and told of."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from nicegui import ui
from nicegui.events import GenericEventArguments

from saegim.errors import InvalidInput
from saegim.govern.bringing import Announced, announced
from saegim.web.frame import attempt
from saegim.web.pieces import box, button, link_button, minute, pairs, words
from saegim.web.visit import Visit

_SHOWN = ("session", "turn", "memory", "entity", "summary")
# The first line and the last say what a file is; a gigabyte need not be sent for that.
_LOOK = """async (event) => {
  const file = event.target.files[0];
  if (!file) return;
  const first = (await file.slice(0, 65536).text()).split('\\n')[0];
  const last = (await file.slice(-65536).text()).split('\\n').filter((line) => line.trim()).pop() || '';
  emit({name: file.name, size: file.size, first: first.slice(0, 65536), last: last.slice(-1000)});
}"""
_SEND = """() => {
  const file = document.getElementById('%(file)s').files[0];
  const shown = (said, part) => {
    const bar = document.getElementById('%(bar)s'), told = document.getElementById('%(told)s');
    if (!bar || !told) return;
    bar.value = part;
    told.textContent = said + ' ' + Math.floor(part * 100) + '%%';
  };
  const request = new XMLHttpRequest();
  const last = () => request.responseText.trim().split('\\n').pop();
  request.open('POST', '/import');
  request.setRequestHeader('Content-Type', 'application/x-ndjson');
  request.upload.onprogress = (event) => shown(%(sending)s, event.loaded / (event.total || 1));
  request.upload.onload = () => shown(%(reading)s, 0);
  request.onprogress = () => {
    try {
      const said = JSON.parse(last());
      if (said.of) shown(%(reading)s, Math.min(1, said.done / said.of));
    } catch (broken) { /* Half a line: the rest of it comes. */ }
  };
  request.onload = () => emit({said: last()});
  request.onerror = () => emit({said: ''});
  emit({begun: true});
  request.send(file);
}"""


def import_card(visit: Visit) -> None:
    """The way in: a file, what it holds and for whom, and what came of it."""
    if not visit.may("write"):
        return
    with box("card stack", tag="section"):
        words("h2", visit.say("import.title"))
        words("p", visit.say("import.hint"), "soft")
        accepted = ".jsonl,.ndjson,application/x-ndjson,application/jsonl"
        file = ui.element("input").props(f'type="file" accept="{accepted}" hidden')
        place = box("stack").props('aria-live="polite"')
        with box("row-flat"):
            chooser = button(visit.say("import.choose"))
            # Asked for in the browser: only a click of the person's own opens the list of files.
            chooser.on("click", js_handler=f"() => document.getElementById('{file.html_id}').click()")
    coming = _Coming(visit, place, chooser, file)
    file.on("change", coming.look, js_handler=_LOOK)


class _Coming:
    """One file on its way, and where it is told of."""

    def __init__(self, visit: Visit, place: ui.element, chooser: ui.element, file: ui.element) -> None:
        self._visit, self._place, self._chooser, self._file = visit, place, chooser, file

    async def look(self, event: GenericEventArguments) -> None:
        """Show what was chosen, and ask."""
        visit, given = self._visit, event.args
        most = visit.saegim.settings.server.import_bytes
        # The same file may be chosen again, once it was put right.
        self._place.clear()
        try:
            held = announced(str(given["first"]).encode(), str(given["last"]).encode())
        except InvalidInput as error:
            self._refuse(error.say(visit.language))
            return
        size = int(given["size"])
        if size > most:
            self._refuse(visit.say("import.large", most=_size(most)))
            return
        empty = await attempt(visit, "read", visit.user.is_empty)
        if empty is None:
            return
        with self._place:
            self._show(held, f"{given['name']} · {_size(size)}")
            if empty:
                self._ask(held.user)
            else:
                words("p", visit.say("import.not_empty", name=visit.user_id), "note bad")
                if visit.may("manage"):
                    with box("row-flat"):
                        link_button(visit.say("import.make"), "/users")

    def _show(self, held: Announced, file: str) -> None:
        visit = self._visit
        words("h3", visit.say("import.holds"))
        rows = [
            (visit.say("import.file"), file),
            (visit.say("import.from"), held.user),
            (visit.say("import.at"), minute(held.at)),
            (visit.say("import.into"), visit.user_id or ""),
        ]
        pairs(rows)
        pairs(_told(visit, held.counts), "facts")

    def _ask(self, whose: str) -> None:
        visit = self._visit
        self._chooser.set_visibility(False)
        if whose != visit.user_id:
            words("p", visit.say("import.other_person", whose=whose, name=visit.user_id), "note")
        with box("row-flat") as asked:
            go = button(visit.say("import.go"), None, "main")
            button(visit.say("cancel"), self._stop, "plain")
        with box("stack") as going:
            told = words("p", visit.say("import.sending"), "num").props('role="status"')
            label = visit.say("import.progress")
            bar = ui.element("progress").props(f'max="1" value="0" aria-label="{label}"')
            words("p", visit.say("import.stay"), "soft small")
        going.set_visibility(False)

        def heard(event: GenericEventArguments) -> None:
            if event.args.get("begun"):
                asked.set_visibility(False)
                going.set_visibility(True)
            else:
                self._end(str(event.args.get("said", "")))

        names = {"file": self._file.html_id, "bar": bar.html_id, "told": told.html_id}
        said = {name: json.dumps(visit.say(f"import.{name}")) for name in ("sending", "reading")}
        go.on("click", heard, js_handler=_SEND % {**names, **said})

    def _stop(self) -> None:
        self._place.clear()
        self._chooser.set_visibility(True)
        self._forget_file()

    def _forget_file(self) -> None:
        # Not from where the click was: that is gone with what it stopped.
        self._file.client.run_javascript(f"document.getElementById('{self._file.html_id}').value = ''")

    def _refuse(self, why: str) -> None:
        with self._place:
            words("p", self._visit.say("import.bad"), "note bad").props('role="alert"')
            words("p", why, "soft small")
        self._forget_file()

    def _end(self, said: str) -> None:
        visit = self._visit
        self._place.clear()
        self._chooser.set_visibility(True)
        try:
            told: dict[str, Any] = json.loads(said)
        except ValueError:
            told = {"error": {"message": visit.say("import.lost")}}
        error = told.get("error")
        if error is not None:
            ours = "messageKo" if visit.language == "ko" else "messageEn"
            self._refuse(str(error.get(ours) or error.get("message")))
            return
        self._forget_file()
        with self._place:
            words("p", visit.say("import.done", things=f"{told['things']:,}"), "note").props('role="status"')
            pairs(_told(visit, told["counts"]), "facts")
            words("p", visit.say("import.done.hint"), "soft small")
            if told["leftOut"]:
                words("p", visit.say("import.left_out", names=", ".join(told["leftOut"])), "soft small")
            with box("row-flat"):
                link_button(visit.say("import.look"), "/timeline", "main")


def _told(visit: Visit, counts: Mapping[str, int]) -> list[tuple[str, str]]:
    """How many there are of what people know by name, and of the rest together."""
    shown = [(visit.say(f"import.count.{name}"), counts.get(name, 0)) for name in _SHOWN]
    rest = sum(count for name, count in counts.items() if name not in (*_SHOWN, "link"))
    return [
        (name, f"{count:,}") for name, count in (*shown, (visit.say("import.count.other"), rest)) if count
    ]


def _size(size: int) -> str:
    return f"{size / 1_000_000:,.1f} MB" if size >= 100_000 else f"{max(1, size // 1000):,} KB"
