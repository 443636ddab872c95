"""Measuring: how well things are found, learned and felt, on data with known answers."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from typer import Argument, Option

from saegim.cli.door import Door, command
from saegim.errors import InvalidInput, NotFound

if TYPE_CHECKING:
    from saegim.evaluate.chance import Interval
    from saegim.evaluate.emotion import EmotionReport
    from saegim.evaluate.extraction import ExtractionReport
    from saegim.evaluate.retrieval import Evaluation

_DATASETS = ("saegim-ko", "locomo", "tydi", "jsonl")
_TASKS = (*_DATASETS, "extraction", "emotion")
_LABELLED = Path("tests/data/extraction")
_SHOWN = ("R@5", "R@10", "R@20", "any@10", "MRR", "nDCG@10")


@command(
    "evaluate saegim-ko --split dev",
    "evaluate locomo locomo10.json --html report.html",
    "evaluate saegim-ko --against recall.vector=0",
    "evaluate extraction --split test",
    "evaluate emotion kote/val.tsv",
)
def evaluate(
    door: Door,
    what: Annotated[str, Argument(metavar="WHAT", help="|".join(_TASKS), show_default=False)],
    path: Annotated[str | None, Argument(metavar="PATH", help="자료 · Where the data is")] = None,
    split: Annotated[str | None, Option("--split", metavar="NAME", help="dev|test, held-out|…")] = None,
    spoken: Annotated[str | None, Option("--spoken", metavar="ko|en", help="자료의 말 · Of the data")] = None,
    only: Annotated[list[str] | None, Option("--only", metavar="NAME", help="이 사람만 · Only them")] = None,
    given: Annotated[list[str] | None, Option("--set", metavar="K=V", help="설정 · A setting")] = None,
    against: Annotated[
        list[str] | None, Option("--against", metavar="K=V", help="견줄 설정 · Compare with")
    ] = None,
    budget: Annotated[
        list[int] | None, Option("--budget", metavar="N", help="맥락 토큰 · Context tokens, repeatable")
    ] = None,
    memories: Annotated[bool, Option("--memories/--no-memories", help="배운 기억 · Learned ones")] = True,
    html: Annotated[str | None, Option("--html", metavar="FILE", help="보고서 · Write a report")] = None,
) -> None:
    """Figures beside plain baselines, per class, with intervals and paired tests."""
    where = None if path is None else Path(path)
    if what == "extraction":
        _extraction(door, where or _LABELLED, split or "test", spoken)
    elif what == "emotion":
        _emotion(door, where, split or "held-out")
    else:
        _retrieval(
            door,
            what,
            where,
            split,
            spoken,
            only or [],
            _overrides(given),
            _overrides(against) if against else None,
            [1000] if budget is None else [one for one in budget if one],
            memories,
            html,
        )


def _overrides(pairs: Sequence[str] | None) -> dict[str, str]:
    settings = {}
    for pair in pairs or ():
        name, sign, value = pair.partition("=")
        if not sign:
            raise InvalidInput("set", f"{pair!r} is not NAME=VALUE", f"{pair!r}: 이름=값이어야 합니다")
        settings[name.strip()] = value.strip()
    return settings


# Retrieval.


def _retrieval(
    door: Door,
    what: str,
    path: Path | None,
    split: str | None,
    spoken: str | None,
    only: Sequence[str],
    settings: dict[str, str],
    against: dict[str, str] | None,
    budgets: Sequence[int],
    memories: bool,
    html: str | None,
) -> None:
    from saegim.evaluate.datasets import load_dataset
    from saegim.evaluate.retrieval import evaluate_retrieval

    if what not in _DATASETS:
        known = ", ".join(_TASKS)
        raise InvalidInput("what", f"one of {known}", f"{known} 중 하나", code="dataset_unknown")
    try:
        dataset = load_dataset(what, path, split=split, language=spoken, names=only)
    except ValueError as error:
        raise InvalidInput("dataset", str(error), str(error), code="dataset_line_invalid") from error
    with _progress(door.say("묻는 중", "asking"), dataset.questions) as advance:
        found = evaluate_retrieval(
            dataset,
            settings=settings,
            against=against,
            budgets=budgets,
            learned=memories,
            progress=lambda questions, case: advance(questions),
        )
    if html is not None:
        from saegim.evaluate.page import render_page

        Path(html).write_text(render_page(found), encoding="utf-8")
    if door.as_json:
        door.print_json({"evaluation": found.to_dict()})
    else:
        _print_retrieval(door, found)
        if html is not None:
            door.console.print(door.say(f"보고서: {html}", f"report: {html}"), style="dim")


@contextmanager
def _progress(label: str, total: int) -> Iterator[Callable[[int], None]]:
    from saegim.cli.pending import progress_bar

    left = total
    with progress_bar(label, total) as tell:

        def advance(done: int) -> None:
            nonlocal left
            left -= done
            tell(left)

        yield advance


def _print_retrieval(door: Door, found: Evaluation) -> None:
    from saegim.cli.screen import table

    console, dataset = door.console, found.dataset
    console.print(dataset.name, style="bold cyan")
    console.print(
        door.say(
            f"사람·대화 {len(dataset.cases)}, 턴 {dataset.turns:,}, 물음 {dataset.questions:,}"
            f" (뺀 것 {dataset.dropped})",
            f"{len(dataset.cases)} cases, {dataset.turns:,} turns, {dataset.questions:,} questions"
            f" ({dataset.dropped} dropped)",
        ),
        style="dim",
    )
    console.print(dataset.note, style="dim")
    made = table(door.say("물음", "class"), door.say("찾기", "system"), *_SHOWN)
    for kind in ("all", *found.kinds):
        figures = {s: [found.figure(s, metric, kind) for metric in _SHOWN] for s in found.systems}
        best = [max(round(row[i].value, 3) for row in figures.values()) for i in range(len(_SHOWN))]
        for place, (system, row) in enumerate(figures.items()):
            cells = [_cell(figure, best[i]) for i, figure in enumerate(row)]
            made.add_row(f"{kind} ({found.count(kind)})" if place == 0 else "", system, *cells)
        made.add_section()
    console.print(made)
    _print_differences(door, found)
    _print_rest(door, found)


def _cell(figure: Interval, best: float) -> str:
    mark = "*" if round(figure.value, 3) == best else " "
    return f"{figure.value:.3f}".removeprefix("0") + mark


def _print_differences(door: Door, found: Evaluation) -> None:
    from saegim.cli.screen import table

    console = door.console
    console.print(
        door.say(
            "\n새김과의 차이 (95% 구간은 사람 단위, p는 물음마다 짝지은 순열 검정)",
            "\nsaegim less the others (95% interval by person, p: permutation test paired by question)",
        ),
        style="bold",
    )
    made = table(door.say("견준 것", "other"), "", door.say("차이", "difference"), "95%", "p")
    for one in found.comparisons():
        low, high = one.difference.low, one.difference.high
        made.add_row(
            one.other, one.metric, f"{one.difference.value:+.3f}", f"{low:+.3f} … {high:+.3f}", f"{one.p:.4f}"
        )
    console.print(made)


def _print_rest(door: Door, found: Evaluation) -> None:
    console = door.console
    abstention = found.abstention()
    if abstention.unanswerable:
        noise = f"{abstention.with_hits}/{abstention.unanswerable} ({abstention.noise:.1%})"
        lost = f"{abstention.without_hits}/{abstention.answerable} ({abstention.lost:.1%})"
        console.print(
            door.say(
                f"\n답이 없는데 떠오름 {noise} · 답이 있는데 아무것도 없음 {lost}",
                f"\nunanswerable with a hit {noise}; answerable without any {lost}",
            )
        )
    for budget in found.budgets:
        share, any_, tokens = found.context(budget)
        console.print(
            door.say(
                f"맥락 {budget:,} 토큰: 답의 턴 {share.value:.1%}, 하나라도 {any_.value:.1%},"
                f" 평균 {tokens:,.0f}",
                f"context of {budget:,} tokens: gold turns inside {share.value:.1%}, any {any_.value:.1%},"
                f" mean {tokens:,.0f}",
            )
        )
    console.print(
        door.say(
            f"임베딩 뒤의 찾기 p50 {found.search_ms:.2f} ms",
            f"search beyond embedding, p50 {found.search_ms:.2f} ms",
        ),
        style="dim",
    )


# Extraction and emotion.


def _extraction(door: Door, folder: Path, split: str, spoken: str | None) -> None:
    from saegim.evaluate.extraction import evaluate_extraction, render_table

    found: ExtractionReport = evaluate_extraction(folder, split=split, language=spoken)
    if door.as_json:
        door.print_json({"evaluation": found.to_dict()})
    else:
        door.console.print(render_table(found))


def _emotion(door: Door, path: Path | None, half: str) -> None:
    from saegim.evaluate.emotion import evaluate_emotion, read_kote
    from saegim.language.morphemes import load_analyser
    from saegim.providers.embedders import load_embedder

    if path is None:
        raise InvalidInput("path", "emotion needs KOTE's file", "KOTE 파일의 경로가 필요합니다")
    if not path.is_file():
        raise NotFound("dataset", str(path))
    settings = door.settings
    with _progress(door.say("읽는 중", "reading"), len(read_kote(path, half))) as advance:
        found = evaluate_emotion(
            path,
            analyser=load_analyser(settings.index.analyser),
            embedder=load_embedder(settings),
            half=half,
            progress=advance,
        )
    if door.as_json:
        door.print_json({"evaluation": found.to_dict()})
    else:
        _print_emotion(door, found)


def _print_emotion(door: Door, found: EmotionReport) -> None:
    from saegim.cli.screen import table

    made = table(door.say("감정", "emotion"), door.say("줄", "lines"), "precision", "recall", "F1")
    for label, row in found.counts.items():
        figures = (found.precision(label), found.recall(label), found.f1(label))
        made.add_row(label, f"{sum(row.values()):,}", *(f"{figure:.3f}" for figure in figures))
    door.console.print(made)
    door.console.print(
        f"{found.half}: {found.lines:,} · accuracy {found.accuracy:.3f} · macro F1 {found.macro_f1:.3f}"
    )
