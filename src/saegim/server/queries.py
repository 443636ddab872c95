"""Query parameters and ids that many routes take."""

from __future__ import annotations

from typing import Annotated

from fastapi import Path, Query

# One page more than this is for export, not for paging.
MOST = 1_000

Limit = Annotated[int, Query(ge=1, le=MOST, description="At most this many.")]
Offset = Annotated[int, Query(ge=0, le=2**31, description="Skip this many.")]
PersonaId = Annotated[str | None, Query(alias="personaId", description="With this AI character only.")]
SessionId = Annotated[str | None, Query(alias="sessionId")]
Emotion = Annotated[str | None, Query()]
Intent = Annotated[str | None, Query()]
Since = Annotated[str | None, Query(description="ISO 8601 with a zone: then or later.")]
Until = Annotated[str | None, Query(description="ISO 8601 with a zone: before then.")]
AsOf = Annotated[str | None, Query(alias="asOf", description="As it was known then.")]
Confirm = Annotated[bool, Query(description="Must be true: this cannot be undone.")]
Id = Annotated[str, Path(max_length=200)]
