"""Options that several commands share, and reading JSON typed as one."""

from __future__ import annotations

import json
from typing import Annotated, Any

from typer import Argument, Option

from saegim.errors import InvalidInput

MemoryId = Annotated[str, Argument(metavar="ID", help="기억의 id · Its id", show_default=False)]
Limit = Annotated[int, Option("--limit", "-n", metavar="N", help="몇 개까지 · At most")]
Offset = Annotated[int, Option("--offset", metavar="N", help="건너뛸 수 · Skip")]
Tags = Annotated[
    list[str] | None, Option("--tag", "-t", metavar="TAG", help="꼬리표, 여러 번 · Tag, repeatable")
]
Emotion = Annotated[str | None, Option("--emotion", metavar="WORD", help="감정 · Emotion")]
Reason = Annotated[str, Option("--reason", metavar="TEXT", help="까닭 · Why")]
Metadata = Annotated[str | None, Option("--metadata", metavar="JSON", help="딸린 것 · JSON object")]
Pinned = Annotated[bool | None, Option("--pinned/--not-pinned", help="고정된 것만 · Pinned only")]
SessionId = Annotated[str | None, Option("--session", "-s", metavar="ID", help="대화 · Conversation")]
Since = Annotated[str | None, Option("--since", metavar="TIME", help="부터 · From then on")]
Until = Annotated[str | None, Option("--until", metavar="TIME", help="까지 · Until then")]
AsOf = Annotated[str | None, Option("--as-of", metavar="TIME", help="그때의 것 · As known then")]


def read_metadata(typed: str | None) -> Any:
    """The JSON typed; the engine checks that it is an object."""
    if typed is None:
        return None
    try:
        return json.loads(typed)
    except ValueError as error:
        raise InvalidInput(
            "metadata", f"not JSON: {error}", f"JSON이 아닙니다: {error}", code="metadata_not_json"
        ) from error
