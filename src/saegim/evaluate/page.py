"""An evaluation as one HTML file: charts drawn in SVG, nothing fetched from anywhere."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from saegim.evaluate.chance import Interval
from saegim.evaluate.retrieval import ALL, Evaluation

# Colours that stay apart for most eyes; the full recall is the dark one.
_COLOURS = ("#bdbdbd", "#9ecae1", "#c7b8a6", "#8da0cb", "#1b4f72", "#117a65", "#b9770e")
_LABELS = {
    ALL: ("모두", "all"),
    "direct": ("바로 묻기", "direct"),
    "paraphrased": ("다른 말로", "paraphrased"),
    "indirect": ("돌려 묻기", "indirect"),
    "multi": ("여러 사실", "multi"),
    "temporal": ("때", "temporal"),
    "changed": ("바뀐 사실", "changed"),
    "who": ("누가", "who"),
    "single-hop": ("한 곳", "single-hop"),
    "multi-hop": ("여러 곳", "multi-hop"),
    "open": ("열린 물음", "open"),
    "question": ("물음", "question"),
}
_SYSTEMS = {
    "bm25": ("BM25 형태소", "BM25 over morphemes"),
    "vectors": ("벡터만", "vectors alone"),
    "rrf": ("단순 혼합(RRF)", "plain hybrid (RRF)"),
    "sum": ("단순 혼합(합)", "plain hybrid (sum)"),
    "saegim": ("새김", "saegim"),
    "saegim+memories": ("새김+배운 기억", "saegim + learned memories"),
    "against": ("견준 설정", "the other settings"),
}
_STYLE = """
body{font:15px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#222}
h1{font-size:1.5rem;margin:0}h2{font-size:1.1rem;margin:2rem 0 .5rem}p{margin:.3rem 0}.dim{color:#666}
table{border-collapse:collapse;font-variant-numeric:tabular-nums;font-size:.85rem}
th,td{padding:.2rem .6rem;text-align:right;border-bottom:1px solid #e5e5e5}
th:first-child,td:first-child{text-align:left}.best{font-weight:700}.scroll{overflow-x:auto}
.key{display:inline-block;width:.8rem;height:.8rem;margin:0 .3rem 0 .9rem;vertical-align:-1px}
svg{max-width:100%;height:auto}svg text{font:11px system-ui,sans-serif;fill:#444}
@media(prefers-color-scheme:dark){body{background:#181818;color:#ddd}svg text{fill:#bbb}
th,td{border-color:#333}.dim{color:#999}}
"""


def render_page(evaluation: Evaluation) -> str:
    """The whole page, Korean and English side by side."""
    dataset = evaluation.dataset
    head = f"{dataset.name} · saegim evaluate"
    parts = [
        f"<h1>{escape(head)}</h1>",
        f'<p class="dim">{len(dataset.cases)} 명·대화 · cases, {dataset.turns:,} 턴 · turns, '
        f"{dataset.questions:,} 물음 · questions, 뺀 것 · dropped {dataset.dropped}. "
        f"{escape(dataset.note)}</p>",
        f'<p class="dim">{escape(evaluation.parts["analyser"])}, {escape(evaluation.parts["embedder"])}'
        f"{escape(_settings(evaluation))}</p>",
        *(_section(evaluation, metric) for metric in ("R@10", "MRR")),
        "<h2>모든 수치 · All figures</h2>",
        _table(evaluation),
        "<h2>차이 · Differences</h2>",
        '<p class="dim">새김에서 뺀 값, 사람 단위 95% 구간, 물음마다 짝지은 순열 검정 · '
        "saegim less the other, 95% interval by person, permutation test paired by question</p>",
        _differences(evaluation),
        _abstention(evaluation),
        _context(evaluation),
    ]
    body = "\n".join(part for part in parts if part)
    return (
        f'<!doctype html><html lang="ko"><head><meta charset="utf-8"><title>{escape(head)}</title>'
        f'<meta name="viewport" content="width=device-width"><style>{_STYLE}</style></head>'
        f"<body>{body}</body></html>\n"
    )


def _settings(evaluation: Evaluation) -> str:
    said = "".join(f", {name}={value}" for name, value in evaluation.settings.items())
    if evaluation.against is not None:
        said += " | against: " + ", ".join(f"{name}={value}" for name, value in evaluation.against.items())
    return said


def _both(names: dict[str, tuple[str, str]], name: str) -> str:
    ko, en = names.get(name, (name, name))
    return escape(ko if ko == en else f"{ko} · {en}")


def _section(evaluation: Evaluation, metric: str) -> str:
    kinds = (ALL, *evaluation.kinds)
    bars = [[evaluation.figure(system, metric, kind) for system in evaluation.systems] for kind in kinds]
    keys = "".join(
        f'<span class="key" style="background:{_COLOURS[i]}"></span>{_both(_SYSTEMS, system)}'
        for i, system in enumerate(evaluation.systems)
    )
    labels = [f"{_LABELS.get(kind, (kind, kind))[0]} {evaluation.count(kind)}" for kind in kinds]
    return f"<h2>{metric}</h2><p>{keys}</p>{_chart(labels, bars)}"


def _chart(labels: Sequence[str], groups: Sequence[Sequence[Interval]]) -> str:
    """Grouped bars from 0 to 1 with their intervals."""
    bar, gap, height, left, top = 11, 18, 180, 30, 10
    wide = len(groups[0]) * bar + gap
    width = left + wide * len(groups)
    drawn = []
    for tenth in (0, 25, 50, 75, 100):
        y = top + height * (1 - tenth / 100)
        drawn.append(f'<line x1="{left}" x2="{width}" y1="{y:.1f}" y2="{y:.1f}" stroke="#8884"/>')
        drawn.append(f'<text x="{left - 5}" y="{y + 4:.1f}" text-anchor="end">{tenth / 100:g}</text>')
    for g, (label, figures) in enumerate(zip(labels, groups, strict=True)):
        start = left + g * wide + gap / 2
        for i, figure in enumerate(figures):
            x, tall = start + i * bar, height * figure.value
            y = top + height - tall
            drawn.append(
                f'<rect x="{x:.1f}" y="{y:.1f}" width="{bar - 2}" height="{tall:.1f}" fill="{_COLOURS[i]}">'
                f"<title>{figure.value:.3f} ({figure.low:.3f}–{figure.high:.3f})</title></rect>"
            )
            low, high = (top + height * (1 - edge) for edge in (figure.low, figure.high))
            middle = x + (bar - 2) / 2
            drawn.append(
                f'<line x1="{middle:.1f}" x2="{middle:.1f}" y1="{low:.1f}" y2="{high:.1f}" stroke="#000a"/>'
            )
        middle = start + len(figures) * bar / 2
        drawn.append(
            f'<text x="{middle:.1f}" y="{top + height + 16}" text-anchor="middle">{escape(label)}</text>'
        )
    return f'<svg viewBox="0 0 {width} {top + height + 24}" width="{width}" role="img">{"".join(drawn)}</svg>'


def _table(evaluation: Evaluation) -> str:
    metrics = ("R@5", "R@10", "R@20", "any@10", "MRR", "nDCG@10")
    rows = []
    for kind in (ALL, *evaluation.kinds):
        figures = {s: [evaluation.figure(s, m, kind) for m in metrics] for s in evaluation.systems}
        best = [max(round(row[i].value, 3) for row in figures.values()) for i in range(len(metrics))]
        for system, row in figures.items():
            cells = "".join(
                f'<td{_best(figure, best[i])} title="{figure.low:.3f}–{figure.high:.3f}">'
                f"{figure.value:.3f}</td>"
                for i, figure in enumerate(row)
            )
            rows.append(f"<tr><td>{_both(_LABELS, kind)}</td><td>{_both(_SYSTEMS, system)}</td>{cells}</tr>")
    return _as_table(["물음 · class", "찾기 · system", *metrics], rows)


def _best(figure: Interval, best: float) -> str:
    return ' class="best"' if round(figure.value, 3) == best else ""


def _differences(evaluation: Evaluation) -> str:
    rows = [
        f"<tr><td>{_both(_SYSTEMS, c.other)}</td><td>{c.metric}</td><td>{c.difference.value:+.3f}</td>"
        f"<td>{c.difference.low:+.3f} – {c.difference.high:+.3f}</td><td>{c.p:.4f}</td></tr>"
        for c in evaluation.comparisons()
    ]
    return _as_table(["견준 것 · other", "", "차이 · difference", "95%", "p"], rows)


def _abstention(evaluation: Evaluation) -> str:
    found = evaluation.abstention()
    if not found.unanswerable:
        return ""
    return (
        "<h2>모르면 모른다고 · Knowing what was never said</h2>"
        f"<p>답이 없는 물음 {found.unanswerable} 가운데 떠오른 것이 있음 · "
        f"unanswerable questions with a hit: <b>{found.noise:.1%}</b></p>"
        f"<p>답이 있는 물음 {found.answerable} 가운데 아무것도 못 찾음 · "
        f"answerable questions without any: <b>{found.lost:.1%}</b></p>"
    )


def _context(evaluation: Evaluation) -> str:
    if not evaluation.budgets:
        return ""
    rows = []
    for budget in evaluation.budgets:
        for kind in (ALL, *evaluation.kinds):
            share, any_, tokens = evaluation.context(budget, kind)
            rows.append(
                f"<tr><td>{_both(_LABELS, kind)}</td><td>{budget:,}</td><td>{share.value:.3f}</td>"
                f"<td>{any_.value:.3f}</td><td>{tokens:,.0f}</td></tr>"
            )
    return "<h2>맥락 안에 있는가 · Inside the context</h2>" + _as_table(
        ["물음 · class", "예산 · budget", "모두 · all", "하나라도 · any", "토큰 · tokens"], rows
    )


def _as_table(heads: Sequence[str], rows: Sequence[str]) -> str:
    head = "".join(f"<th>{escape(one)}</th>" for one in heads)
    return f'<div class="scroll"><table><tr>{head}</tr>{"".join(rows)}</table></div>'
