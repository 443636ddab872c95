"""Our own pictures: the seal, four faces, small signs, charts. Each is SVG text, safe to put into a page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape

SEAL = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48" aria-hidden="true">'
    '<rect x="3" y="3" width="42" height="42" rx="10" fill="#1d5f5a"/>'
    '<path d="M17 14 Q17 26 11 34 M17 20 Q18 28 23 33 M29 13 V36 M29 24 H36 M36 12 V37" stroke="#fff" '
    'stroke-width="3.2" stroke-linecap="round" fill="none"/></svg>'
)

# A face is a round of colour, a fringe and what the feeling does to brows, eyes and mouth.
_SKY = {"neutral": "#d9e4e1", "happy": "#fbe3b5", "sad": "#cfdcec", "angry": "#f3cdc3"}
_FEATURES: Mapping[str, str] = {
    "neutral": (
        '<circle cx="38" cy="52" r="3.4"/><circle cx="62" cy="52" r="3.4"/>'
        '<path d="M42 66 Q50 69.5 58 66" class="l"/><path d="M33 43 H43 M57 43 H67" class="b"/>'
    ),
    "happy": (
        '<path d="M32 53 Q38 45 44 53 M56 53 Q62 45 68 53" class="l"/>'
        '<path d="M38 63 Q50 77 62 63" class="l"/><circle cx="31" cy="62" r="5" fill="#ef9a7c" opacity=".6"/>'
        '<circle cx="69" cy="62" r="5" fill="#ef9a7c" opacity=".6"/>'
    ),
    "sad": (
        '<circle cx="38" cy="54" r="3.2"/><circle cx="62" cy="54" r="3.2"/>'
        '<path d="M31 46 L43 42 M69 46 L57 42" class="b"/><path d="M42 71 Q50 63 58 71" class="l"/>'
        '<path d="M64 60 q5 8 0 11 q-5 -3 0 -11" fill="#5f8fc4" stroke="none"/>'
    ),
    "angry": (
        '<circle cx="38" cy="54" r="3.2"/><circle cx="62" cy="54" r="3.2"/>'
        '<path d="M31 42 L44 48 M69 42 L56 48" class="b"/><path d="M41 69 Q50 64 59 69" class="l"/>'
        '<path d="M74 30 l6 -3 M76 35 l7 1 M71 26 l2 -7" class="l"/>'
    ),
}
# The names of the pictures in the emotion contract.
_ASSETS = {"neutral_full": "neutral", "crying_full": "sad", "smile_full": "happy", "annoyed_full": "angry"}

_SIGNS: Mapping[str, str] = {
    "chat": "M4 5h16v11H9l-5 4z",
    "timeline": "M7 4v16M7 7h11M7 12h8M7 17h11",
    "context": "M4 6h16M4 11h16M4 16h9",
    "people": (
        "M9 5.5a3 3 0 1 0 0 6a3 3 0 1 0 0-6M3.5 19c.5-3.4 2.8-5 5.5-5s5 1.6 5.5 5"
        "M16.5 6.5a2.5 2.5 0 1 0 0 5a2.5 2.5 0 1 0 0-5M17.5 14.4c1.9.5 2.9 2.1 3.2 4.6"
    ),
    "profiles": "M12 4.5a3.7 3.7 0 1 0 0 7.4a3.7 3.7 0 1 0 0-7.4M4.5 20c.8-4 4-6 7.5-6s6.7 2 7.5 6",
    "settings": "M4 7h10M18 7h2M4 12h3M11 12h9M4 17h8M16 17h4M14 5v4M9 10v4M14 15v4",
    "operations": "M4 19V5M4 19h16M8 15l3-4 3 2 5-7",
}


def sign(name: str) -> str:
    """A small sign for the menu."""
    return (
        '<svg viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="1.8" '
        f'stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d="{_SIGNS[name]}"/></svg>'
    )


def face(label: str, *, title: str = "") -> str:
    """The face of one of the four emotions; decoration unless it has a title."""
    known = label if label in _FEATURES else "neutral"
    told = f'role="img" aria-label="{escape(title, quote=True)}"' if title else 'aria-hidden="true"'
    return (
        f'<svg viewBox="0 0 100 100" {told} data-emotion="{known}">'
        f'<circle cx="50" cy="50" r="50" fill="{_SKY[known]}"/>'
        '<path d="M18 100 Q22 82 50 82 Q78 82 82 100z" fill="#1d5f5a"/>'
        '<circle cx="50" cy="53" r="29" fill="#fdf3e7"/>'
        '<path d="M20 55 Q18 20 50 19 Q82 20 80 55 Q76 36 62 34 Q48 40 30 36 Q23 42 20 55z" fill="#4a3b33"/>'
        '<g fill="#3a2f29" stroke="#3a2f29" stroke-width="0" stroke-linecap="round">'
        f"{_lines(_FEATURES[known])}</g></svg>"
    )


def _lines(features: str) -> str:
    line = 'fill="none" stroke-width="3"'
    return features.replace('class="l"', line).replace('class="b"', 'fill="none" stroke-width="2.6"')


def portrait(label: str, asset: str, *, title: str = "") -> str:
    """The picture a persona brings for an emotion (a data URL), or ours."""
    if asset.startswith("data:image/"):
        told = escape(title, quote=True)
        return f'<img src="{escape(asset, quote=True)}" alt="{told}" data-emotion="{label}">'
    return face(_ASSETS.get(asset, label), title=title)


# Charts.

_WIDE, _HIGH, _LEFT, _FOOT = 640, 200, 34, 24


def line_chart(points: Sequence[tuple[str, float]], *, least: float, most: float, title: str) -> str:
    """Values in order as a line with dots; the axis in the middle is zero when it lies between the ends."""
    span = max(most - least, 1e-9)

    def x(i: int) -> float:
        return _LEFT + (_WIDE - _LEFT - 12) * (i / max(1, len(points) - 1) if len(points) > 1 else 0.5)

    def y(value: float) -> float:
        return 10 + (_HIGH - _FOOT - 16) * (1 - (min(max(value, least), most) - least) / span)

    marks = [least, (least + most) / 2, most]
    grid = "".join(
        f'<line x1="{_LEFT}" x2="{_WIDE - 8}" y1="{y(m):.1f}" y2="{y(m):.1f}" stroke="var(--line)"/>'
        f'<text x="{_LEFT - 6}" y="{y(m) + 4:.1f}" text-anchor="end">{m:g}</text>'
        for m in marks
    )
    path = " ".join(f"{'M' if i == 0 else 'L'}{x(i):.1f} {y(v):.1f}" for i, (_, v) in enumerate(points))
    dots = "".join(
        f'<circle cx="{x(i):.1f}" cy="{y(v):.1f}" r="4.5" fill="var({_tone(v)})" stroke="var(--card)" '
        f'stroke-width="1.5"><title>{escape(name)}: {v:.2f}</title></circle>'
        for i, (name, v) in enumerate(points)
    )
    ends = ""
    if points:
        ends = f'<text x="{x(0):.0f}" y="{_HIGH - 6}">{escape(points[0][0])}</text>' + (
            f'<text x="{_WIDE - 8}" y="{_HIGH - 6}" text-anchor="end">{escape(points[-1][0])}</text>'
            if len(points) > 1
            else ""
        )
    return (
        f'<svg viewBox="0 0 {_WIDE} {_HIGH}" role="img" aria-label="{escape(title, quote=True)}">{grid}'
        f'<path d="{path}" fill="none" stroke="var(--accent)" stroke-width="2.2" stroke-linejoin="round"/>'
        f"{dots}{ends}</svg>"
    )


def _tone(value: float) -> str:
    return "--warm" if value < -0.05 else "--accent" if value > 0.05 else "--soft"


def bar_chart(values: Sequence[float], *, title: str) -> str:
    """Values in order as bars from zero."""
    high, most = 96, max(values, default=0.0) or 1.0
    step = (_WIDE - 8) / max(len(values), 20)
    bars = "".join(
        f'<rect x="{4 + i * step:.1f}" y="{high - max(2.0, value / most * (high - 6)):.1f}" rx="2" '
        f'width="{max(step - 3, 1.5):.1f}" height="{max(2.0, value / most * (high - 6)):.1f}" '
        f'fill="var(--accent)"><title>{value:,.1f}</title></rect>'
        for i, value in enumerate(values)
    )
    return (
        f'<svg viewBox="0 0 {_WIDE} {high + 2}" role="img" aria-label="{escape(title, quote=True)}">{bars}'
        f'<line x1="0" x2="{_WIDE}" y1="{high + 1}" y2="{high + 1}" stroke="var(--line)"/></svg>'
    )
