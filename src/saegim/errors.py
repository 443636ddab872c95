"""Every exception saegim raises.

    SaegimError
    ├── InvalidInput            a value was refused; nothing was written
    │   └── ConfirmationNeeded  a destructive call without its confirmation
    ├── NotFound                user, session, turn, memory, version, trace
    ├── VersionConflict         someone else changed it first
    ├── SettingsError           a setting is unknown or does not fit
    ├── MissingExtra            an optional part is not installed
    ├── EmbedderFailed          an embedder gave no vectors
    ├── ModelFailed             a language model gave no usable answer
    │   └── SummaryFailed       a strict summary could not be made
    ├── MemoryLimitReached      the plan holds no more episodes and archiving is off
    ├── AccessError             who may do what, and how often
    │   ├── Unauthorized, Forbidden
    │   └── TooManyRequests, ServerBusy, RequestTooLarge, RequestTimeout, RepeatedRequest
    ├── Unreachable             a client found no server, or not one that answers as this one does
    └── StoreError
        ├── MissingKey, WrongKey
        ├── CorruptFile, NewerSchema
        ├── DiskFull, ReadOnlyStore, StoreBusy
        └── StoreClosed

`code` is stable: programs may compare it. `str(error)` is English; `error.say("ko")` is Korean.
"""

from __future__ import annotations

import math
from typing import ClassVar

from saegim.models import ModelCall


class SaegimError(Exception):
    """The base: one `code`, a sentence in English, a sentence in Korean."""

    code = "error"

    def __init__(self, en: str, ko: str) -> None:
        super().__init__(en)
        self.en = en
        self.ko = ko

    def say(self, language: str) -> str:
        """The sentence for people in `language` (ko or anything else for English)."""
        return self.ko if language == "ko" else self.en


class InvalidInput(SaegimError):
    """A value was refused. `field` names it; `code` says which rule it broke."""

    code = "invalid_input"

    def __init__(self, field: str, problem: str, ko: str | None = None, *, code: str | None = None) -> None:
        super().__init__(f"{field}: {problem}", f"{field}: {ko or problem}")
        self.field = field
        if code:
            self.code = code


class ConfirmationNeeded(InvalidInput):
    code = "confirmation_needed"

    def __init__(self, action: str) -> None:
        super().__init__(
            "confirm",
            f"{action} cannot be undone; pass confirm=True",
            f"{action}은(는) 되돌릴 수 없습니다. confirm=True를 함께 주세요",
            code=self.code,
        )
        self.action = action


class NotFound(SaegimError):
    """`noun` and `id` say what was looked for. Another user's things are not found either."""

    code = "not_found"

    _KOREAN: ClassVar[dict[str, str]] = {
        "user": "사용자",
        "persona": "페르소나",
        "session": "세션",
        "turn": "대화",
        "memory": "기억",
        "version": "버전",
        "trace": "추적 기록",
        "candidate": "후보",
        "job": "작업",
        "episode": "에피소드",
        "key": "열쇠",
        "route": "주소",
        "message": "메시지",
        "entity": "대상",
        "change": "바뀐 일",
        "person": "사람",
        "file": "파일",
        "dataset": "자료",
    }

    def __init__(self, noun: str, id_: str) -> None:
        super().__init__(
            f"no {noun} {id_!r}", f"{self._KOREAN.get(noun, noun)} {id_!r}을(를) 찾을 수 없습니다"
        )
        self.noun = noun
        self.id = id_
        self.code = f"{noun}_not_found"


class VersionConflict(SaegimError):
    code = "version_conflict"

    def __init__(self, memory_id: str, expected: int, actual: int) -> None:
        super().__init__(
            f"memory {memory_id!r} is at version {actual}, not {expected}",
            f"기억 {memory_id!r}은(는) 그 사이 바뀌었습니다 (현재 버전 {actual}, 요청 버전 {expected})",
        )
        self.memory_id = memory_id
        self.expected = expected
        self.actual = actual


class SettingsError(SaegimError):
    code = "settings_invalid"

    def __init__(
        self, field: str, problem: str, ko: str | None = None, *, nearest: str | None = None
    ) -> None:
        hint = f" (did you mean {nearest!r}?)" if nearest else ""
        hint_ko = f" ({nearest!r}을(를) 뜻하셨나요?)" if nearest else ""
        super().__init__(f"setting {field}: {problem}{hint}", f"설정 {field}: {ko or problem}{hint_ko}")
        self.field = field
        self.nearest = nearest


class MissingExtra(SaegimError):
    code = "extra_missing"

    def __init__(self, extra: str, purpose: str) -> None:
        command = f'pip install "saegim[{extra}]"'
        super().__init__(
            f"{purpose} needs the extra {extra!r}: {command}",
            f"{purpose}에는 추가 구성 요소 {extra!r}이(가) 필요합니다: {command}",
        )
        self.extra = extra


class EmbedderFailed(SaegimError):
    code = "embedder_failed"

    def __init__(self, embedder: str, cause: str) -> None:
        super().__init__(
            f"embedder {embedder!r} failed: {cause}",
            f"임베더 {embedder!r}가 실패했습니다: {cause}",
        )
        self.embedder = embedder
        self.cause = cause


class ModelFailed(SaegimError):
    """`passing` tells trouble that may be over at the next try from an answer that will not get better.

    `outcome` is one word for records: timeout, unreachable, refused, bad_response, settings, http_STATUS.
    `retry_after_s` is how long the provider asked to be left alone, where it did. `calls` are the tries
    that failed, one record each.
    """

    code = "model_failed"

    def __init__(
        self,
        model: str,
        cause: str,
        *,
        passing: bool = True,
        outcome: str = "failed",
        retry_after_s: float | None = None,
        calls: tuple[ModelCall, ...] = (),
    ) -> None:
        super().__init__(
            f"language model {model!r} failed: {cause}",
            f"언어 모델 {model!r}이(가) 실패했습니다: {cause}",
        )
        self.model = model
        self.cause = cause
        self.passing = passing
        self.outcome = outcome
        self.retry_after_s = retry_after_s
        self.calls = calls


class SummaryFailed(ModelFailed):
    """The caller asked for a strict result; LLM_SUMMARY_FAILED of the source documents."""

    code = "summary_failed"


class MemoryLimitReached(SaegimError):
    """MEMORY_LIMIT_REACHED of the source documents."""

    code = "memory_limit_reached"

    def __init__(self, limit: int) -> None:
        super().__init__(
            f"the plan keeps {limit} episodes and archiving is off",
            f"현재 플랜은 에피소드 {limit}개까지 보관하며, 자동 보관이 꺼져 있습니다",
        )
        self.limit = limit


class StoreError(SaegimError):
    """Something about the files. `path` is the one concerned; it was not changed."""

    code = "store_error"

    def __init__(self, path: str, en: str, ko: str) -> None:
        super().__init__(f"{en}: {path}", f"{ko}: {path}")
        self.path = path


class MissingKey(StoreError):
    code = "key_missing"

    def __init__(self, path: str) -> None:
        super().__init__(
            path,
            "this folder is encrypted and its key is not here; set SAEGIM_KEY or put the key file back",
            "암호화된 폴더인데 열쇠가 없습니다. SAEGIM_KEY를 설정하거나 열쇠 파일을 되돌려 주세요",
        )


class WrongKey(StoreError):
    code = "key_wrong"

    def __init__(self, path: str) -> None:
        super().__init__(path, "the key does not fit", "열쇠가 맞지 않습니다")


class CorruptFile(StoreError):
    code = "file_corrupt"

    def __init__(self, path: str, detail: str = "") -> None:
        more = f" ({detail})" if detail else ""
        super().__init__(path, f"the file is damaged{more}", f"파일이 손상되었습니다{more}")


class NewerSchema(StoreError):
    code = "schema_newer"

    def __init__(self, path: str, found: int, known: int) -> None:
        super().__init__(
            path,
            f"written by a newer saegim (schema {found}; this one knows {known}); upgrade saegim",
            f"더 새로운 saegim이 쓴 파일입니다 (스키마 {found}, 현재 {known}). saegim을 업그레이드하세요",
        )
        self.found = found
        self.known = known


class DiskFull(StoreError):
    code = "disk_full"

    def __init__(self, path: str) -> None:
        super().__init__(
            path, "the disk is full; nothing was written", "디스크가 가득 찼습니다. 아무것도 쓰지 않았습니다"
        )


class ReadOnlyStore(StoreError):
    code = "store_read_only"

    def __init__(self, path: str) -> None:
        super().__init__(path, "cannot be written", "쓸 수 없는 위치입니다")


class StoreBusy(StoreError):
    code = "store_busy"

    def __init__(self, path: str, waited_s: float) -> None:
        super().__init__(
            path,
            f"another process kept it locked for {waited_s:g} s",
            f"다른 프로세스가 {waited_s:g}초 동안 잠그고 있습니다",
        )


class StoreClosed(StoreError):
    code = "store_closed"

    def __init__(self, path: str) -> None:
        super().__init__(path, "already closed", "이미 닫혔습니다")


class AccessError(SaegimError):
    """A request was not let through; nothing was done."""

    code = "access_error"


class Unauthorized(AccessError):
    """Says the same whatever was wrong with the token."""

    code = "unauthorized"

    def __init__(self) -> None:
        super().__init__(
            "a valid token is needed: Authorization: Bearer KEY",
            "올바른 토큰이 필요합니다: Authorization: Bearer 열쇠",
        )


class Forbidden(AccessError):
    """Says the same whether or not what was asked for exists."""

    code = "forbidden"

    def __init__(self) -> None:
        super().__init__("this token may not do that", "이 토큰으로는 할 수 없는 일입니다")


class TooManyRequests(AccessError):
    code = "rate_limited"

    def __init__(self, retry_after_s: float) -> None:
        # Never told to come back too soon: the header of the answer is rounded up as well.
        wait = max(1, math.ceil(retry_after_s))
        super().__init__(
            f"too many requests; try again in {wait} s",
            f"요청이 너무 많습니다. {wait}초 뒤에 다시 해 주세요",
        )
        self.retry_after_s = retry_after_s


class ServerBusy(AccessError):
    code = "server_busy"

    def __init__(self, retry_after_s: float = 1.0) -> None:
        super().__init__(
            "the server has its hands full; try again", "서버가 바쁩니다. 잠시 뒤에 다시 해 주세요"
        )
        self.retry_after_s = retry_after_s


class RequestTooLarge(AccessError):
    code = "body_too_large"

    def __init__(self, limit: int) -> None:
        super().__init__(f"the body is larger than {limit:,} bytes", f"본문이 {limit:,}바이트보다 큽니다")
        self.limit = limit


class RequestTimeout(AccessError):
    code = "timeout"

    def __init__(self, what: str, seconds: float) -> None:
        super().__init__(
            f"{what} took longer than {seconds:g} s", f"{what}: {seconds:g}초 안에 끝나지 않았습니다"
        )
        self.what = what
        self.seconds = seconds


class RepeatedRequest(AccessError):
    """An Idempotency-Key that is in use, or was used for something else."""

    code = "idempotency_conflict"

    def __init__(self, *, running: bool) -> None:
        super().__init__(
            "a request with this Idempotency-Key is being worked on"
            if running
            else "this Idempotency-Key was used for another request",
            "같은 Idempotency-Key의 요청을 처리하고 있습니다"
            if running
            else "이 Idempotency-Key는 다른 요청에 쓰였습니다",
        )
        self.running = running


class Unreachable(SaegimError):
    code = "server_unreachable"

    def __init__(self, url: str, cause: str) -> None:
        super().__init__(
            f"no saegim server at {url}: {cause}", f"{url}에서 saegim 서버를 찾지 못했습니다: {cause}"
        )
        self.url = url
        self.cause = cause


class AlreadyTending(SaegimError):
    """Someone else is tending the person right now."""

    code = "already_tending"

    def __init__(self, run_id: str) -> None:
        super().__init__(f"run {run_id} is at it already", f"이미 돌보는 중입니다 ({run_id})")
        self.run_id = run_id
