"""Everything that can be set, with its default, its bounds and its description."""

from __future__ import annotations

from typing import Annotated, Literal
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from msgspec import Meta, Struct


class Section(Struct, frozen=True, forbid_unknown_fields=True):
    pass


class SessionSettings(Section, frozen=True):
    idle_minutes: Annotated[
        float, Meta(gt=0, description="A session ends after this long without a turn.")
    ] = 30.0
    window_messages: Annotated[int, Meta(ge=1, le=1000, description="Messages in the session window.")] = 10


class ShareSettings(Section, frozen=True):
    """Parts of the full context, as shares of its budget. What a part leaves over goes to the others."""

    system: Annotated[float, Meta(ge=0, description="System prompt and policy.")] = 0.15
    entity: Annotated[float, Meta(ge=0, description="Profile of the person.")] = 0.10
    memories: Annotated[float, Meta(ge=0, description="Recalled memories.")] = 0.35
    few_shot: Annotated[float, Meta(ge=0, description="Example exchanges.")] = 0.05
    conversation: Annotated[float, Meta(ge=0, description="Summary, recent turns and the new message.")] = (
        0.25
    )
    reply: Annotated[float, Meta(ge=0, lt=1, description="Kept free for the model's answer.")] = 0.10


class ContextSettings(Section, frozen=True):
    budget_tokens: Annotated[
        int, Meta(ge=0, description="Budget of the full form; 0 means by turns only.")
    ] = 4096
    compact_tokens: Annotated[
        int, Meta(ge=0, description="Budget of the compact form; 0 means by turns only.")
    ] = 1500
    recent_turns: Annotated[
        int, Meta(ge=1, le=200, description="Recent turns that may be given verbatim.")
    ] = 6
    memory_tokens: Annotated[int, Meta(ge=0, description="At most this much for recalled memories.")] = 1200
    memory_item_tokens: Annotated[int, Meta(ge=8, description="One memory is cut to this.")] = 150
    pinned_tokens: Annotated[int, Meta(ge=0, description="At most this much for pinned memories.")] = 400
    tokenizer: Annotated[
        str, Meta(description='"estimate", or an encoding such as "o200k_base" (extra: tokens).')
    ] = "estimate"
    cut_first: Annotated[
        tuple[Literal["recent", "memories", "few_shot", "entity", "summary", "pinned", "system"], ...],
        Meta(description="Parts in the order they lose items when the budget is short."),
    ] = ("recent", "memories", "few_shot", "entity", "summary")
    shares: ShareSettings = ShareSettings()


class SummarySettings(Section, frozen=True):
    threshold_turns: Annotated[
        int, Meta(ge=2, description="Summarise when this many turns stand unsummarised.")
    ] = 20
    threshold_tokens: Annotated[
        int, Meta(ge=0, description="Summarise when they are this long; 0 counts turns only.")
    ] = 6000
    keep_turns: Annotated[int, Meta(ge=1, description="Newest turns that stay verbatim.")] = 6
    auto: Annotated[bool, Meta(description="Summarise by itself at the threshold.")] = True
    language: Annotated[
        Literal["ko", "en", "auto"], Meta(description="Language of summaries; auto: that of the talk.")
    ] = "auto"
    prompt: Annotated[
        str | None, Meta(description="File with a prompt of your own for summaries, instead of ours.")
    ] = None
    remove_originals: Annotated[
        bool, Meta(description="Delete turns once a rolling summary covers them.")
    ] = False
    episodes: Annotated[bool, Meta(description="Keep an episode of each session that has ended.")] = True
    episode_messages: Annotated[
        int, Meta(ge=2, description="A session this long gets an episode before it ends.")
    ] = 20
    archive: Annotated[bool, Meta(description="Archive episodes beyond the plan; off: refuse them.")] = True


class RememberSettings(Section, frozen=True):
    """What a turn teaches: how candidates are found and which become memories."""

    rules: Annotated[bool, Meta(description="Find candidates by rules.")] = True
    model: Annotated[bool, Meta(description="Ask the language model as well, when there is one.")] = True
    promote_at: Annotated[float, Meta(ge=0, le=1, description="Score that makes a memory.")] = 0.65
    kind: Annotated[float, Meta(ge=0, description="Weight of what kind of thing it is.")] = 0.30
    confidence: Annotated[float, Meta(ge=0, description="Weight of how surely it was said.")] = 0.20
    future_impact: Annotated[float, Meta(ge=0, description="Weight of how long it will matter.")] = 0.20
    emotion: Annotated[float, Meta(ge=0, description="Weight of how strongly it was felt.")] = 0.15
    recurrence: Annotated[float, Meta(ge=0, description="Weight of how often it was said.")] = 0.10
    novelty: Annotated[float, Meta(ge=0, description="Weight of its being new.")] = 0.05
    same_at: Annotated[
        float, Meta(ge=0, le=1, description="Cosine from which two unkeyed statements may be the same.")
    ] = 0.90


class TendSettings(Section, frozen=True):
    """What happens to memories in quiet time. Pinned and safety kinds are never merged away or forgotten."""

    auto: Annotated[bool, Meta(description="Tend people by itself, when there is something to do.")] = True
    evolve_hours: Annotated[float, Meta(gt=0, description="At most this often for one person.")] = 6.0
    reflect: Annotated[bool, Meta(description="Draw insights from memories.")] = True
    reflect_every: Annotated[int, Meta(ge=2, description="Draw insights after so many new memories.")] = 20
    reflect_importance: Annotated[
        float, Meta(gt=0, description="Draw insights when importance of new memories adds up to this.")
    ] = 12.0
    merge: Annotated[bool, Meta(description="Merge memories that say the same.")] = True
    merge_at: Annotated[
        float, Meta(ge=0, le=1, description="Cosine from which two memories may say the same.")
    ] = 0.85
    merge_most: Annotated[int, Meta(ge=1, description="Merged at a time, at most.")] = 500
    prune: Annotated[bool, Meta(description="Forget what is unimportant, old and never recalled.")] = True
    prune_importance: Annotated[float, Meta(ge=0, le=1, description="Unimportant: up to this.")] = 0.2
    prune_days: Annotated[float, Meta(ge=0, description="Old: unchanged for so many days.")] = 60.0
    restore_days: Annotated[
        float, Meta(ge=0, description="What tending forgot can be restored for so many days.")
    ] = 30.0
    consolidate: Annotated[bool, Meta(description="Sum up what happened in each past week.")] = True
    consolidate_days: Annotated[
        int, Meta(ge=1, le=366, description="Length of the stretch of time that is summed up.")
    ] = 7
    consolidate_least: Annotated[int, Meta(ge=2, description="Memories a summary needs.")] = 3
    covered_share: Annotated[
        float, Meta(ge=0, le=1, description="Importance that a summed-up or superseded memory keeps.")
    ] = 0.3
    retention: Annotated[
        str, Meta(description='Days that a kind or tag is kept: "emotion=180, todo=365, tag:draft=7".')
    ] = "emotion=180, todo=365"
    runs: Annotated[int, Meta(ge=1, description="Runs kept in the log of each person.")] = 200


class ModelSettings(Section, frozen=True):
    """How the language model named by `model` is called."""

    timeout_s: Annotated[float, Meta(gt=0, description="Patience for one answer.")] = 60.0
    tries: Annotated[int, Meta(ge=1, le=10, description="Attempts, with growing pauses.")] = 3
    max_output_tokens: Annotated[int, Meta(ge=16, description="Longest answer.")] = 1024
    temperature: Annotated[
        Annotated[float, Meta(ge=0, le=2)] | None, Meta(description="Sampling temperature; none: theirs.")
    ] = None
    input_price: Annotated[float, Meta(ge=0, description="Price of a million tokens read.")] = 0.0
    output_price: Annotated[float, Meta(ge=0, description="Price of a million tokens written.")] = 0.0


class RecallSettings(Section, frozen=True):
    """Weights of the ranking. docs/decisions.md says how each was measured."""

    limit: Annotated[int, Meta(ge=1, le=200, description="Hits returned unless asked otherwise.")] = 10
    text: Annotated[float, Meta(ge=0, description="Weight of words found in the text itself.")] = 3.0
    related: Annotated[float, Meta(ge=0, description="Weight of words that mean much the same.")] = 2.0
    session: Annotated[float, Meta(ge=0, description="Weight of words found in its whole session.")] = 1.7
    speaker: Annotated[float, Meta(ge=0, description="Weight of the speaker the question is about.")] = 1.2
    vector: Annotated[float, Meta(ge=0, description="Weight of meaning (standardised cosine).")] = 0.9
    beside_text: Annotated[float, Meta(ge=0, description="Weight of words said right around it.")] = 0.5
    beside_vector: Annotated[float, Meta(ge=0, description="Weight of the meaning right around it.")] = 0.25
    answer: Annotated[float, Meta(ge=0, description="Weight of words in the question it answers.")] = 1.2
    question: Annotated[float, Meta(ge=0, description="What a text loses for being a question.")] = 0.6
    short: Annotated[float, Meta(ge=0, description="What a text loses for saying only a word or two.")] = 3.5
    date: Annotated[float, Meta(ge=0, description="Weight of a date the question asks about.")] = 4.0
    near_date: Annotated[float, Meta(ge=0, description="Weight of being in or near that date.")] = 2.0
    now: Annotated[float, Meta(ge=0, description="Weight of being late if asked about the present.")] = 2.0
    when: Annotated[float, Meta(ge=0, description="Weight of time words if the question asks when.")] = 3.0
    amount: Annotated[float, Meta(ge=0, description="Weight of a price or a number if asked for.")] = 2.0
    graph: Annotated[float, Meta(ge=0, description="Weight of links from what was found.")] = 1.0
    graph_hops: Annotated[int, Meta(ge=0, le=2, description="How far links are followed; 0: not.")] = 0
    relevance: Annotated[float, Meta(ge=0, description="Share of relevance in the final score.")] = 0.9
    recency: Annotated[float, Meta(ge=0, description="Share of recency in the final score.")] = 0.05
    importance: Annotated[float, Meta(ge=0, description="Share of importance in the final score.")] = 0.05
    half_life_days: Annotated[float, Meta(gt=0, description="Recency halves after this long.")] = 30.0
    floor: Annotated[float, Meta(ge=0, le=2, description="Evidence the best hits need, else none.")] = 0.27
    tail: Annotated[
        float, Meta(ge=0, le=1, description="Hits less relevant than this share of the best go.")
    ] = 0.15
    diversity: Annotated[float, Meta(ge=0, le=1, description="Nearer than this counts as the same.")] = 0.97


class IndexSettings(Section, frozen=True):
    analyser: Annotated[
        Literal["auto", "kiwi", "bigram"],
        Meta(description="Morpheme analyser; auto takes kiwi where installed."),
    ] = "auto"
    vectors: Annotated[
        Literal["numpy", "sqlite-vec"], Meta(description="Vector index (extra: sqlite-vec).")
    ] = "numpy"


class EmbedderSettings(Section, frozen=True):
    base_url: Annotated[str | None, Meta(description="Address of the embedding service.")] = None
    api_key: Annotated[str | None, Meta(description="Its key.")] = None
    dimensions: Annotated[
        Annotated[int, Meta(ge=8, le=8192)] | None,
        Meta(description="Ask the service for this many dimensions."),
    ] = None
    batch: Annotated[int, Meta(ge=1, le=2048, description="Texts a request.")] = 64
    timeout_s: Annotated[float, Meta(gt=0, description="Patience for one request.")] = 30.0
    tries: Annotated[int, Meta(ge=1, le=10, description="Attempts, with growing pauses.")] = 3


class SqliteSettings(Section, frozen=True):
    max_open_users: Annotated[int, Meta(ge=1, description="Users kept open at a time.")] = 64
    cache_mb: Annotated[int, Meta(ge=8, description="Memory for the vectors of warm users.")] = 512
    busy_timeout_s: Annotated[float, Meta(gt=0, description="Patience for another process's write.")] = 30.0


class LimitSettings(Section, frozen=True):
    text_bytes: Annotated[int, Meta(ge=16, description="Longest text, in UTF-8 bytes.")] = 262_144
    metadata_bytes: Annotated[int, Meta(ge=2, description="Longest metadata, as JSON.")] = 65_536
    batch: Annotated[int, Meta(ge=1, description="Most items in one call.")] = 100_000
    page: Annotated[int, Meta(ge=1, description="Most rows in one page.")] = 10_000
    traces: Annotated[int, Meta(ge=0, description="Traces kept per user, newest first.")] = 1_000
    ahead_hours: Annotated[
        float, Meta(ge=0, description="A turn may be dated at most this far ahead of now.")
    ] = 24.0


class ServerSettings(Section, frozen=True):
    """How `saegim serve` listens, whom it believes, and how much it takes on."""

    host: Annotated[str, Meta(description="Address to listen on.")] = "127.0.0.1"
    port: Annotated[int, Meta(ge=0, le=65535, description="Port to listen on; 0: any free one.")] = 8000
    workers: Annotated[int, Meta(ge=1, le=64, description="Processes that answer.")] = 1
    docs: Annotated[bool, Meta(description="The interactive API page at /docs.")] = True
    cors_origins: Annotated[
        str, Meta(description="Origins whose web pages may call the server, separated by commas.")
    ] = ""
    proxies: Annotated[
        str, Meta(description="Addresses of proxies believed about who calls, separated by commas.")
    ] = ""
    jwt_secret: Annotated[
        str | None, Meta(description="Believe JWTs signed with this secret (HS256, HS384, HS512).")
    ] = None
    jwt_public_key: Annotated[
        str | None,
        Meta(description="Believe JWTs signed with the key of this PEM, or PEM file (RS, ES, PS, EdDSA)."),
    ] = None
    jwt_audience: Annotated[str | None, Meta(description="The `aud` a JWT must have.")] = None
    jwt_issuer: Annotated[str | None, Meta(description="The `iss` a JWT must have.")] = None
    user_per_minute: Annotated[
        int, Meta(ge=0, description="Requests a minute with one user's token; 0: no limit.")
    ] = 1_200
    service_per_minute: Annotated[
        int, Meta(ge=0, description="Requests a minute with one other token; 0: no limit.")
    ] = 30_000
    address_per_minute: Annotated[
        int, Meta(ge=0, description="Requests a minute from one address; 0: no limit.")
    ] = 60_000
    refused_per_minute: Annotated[
        int, Meta(ge=0, description="Wrong tokens a minute from one address; 0: no limit.")
    ] = 60
    streams: Annotated[int, Meta(ge=1, description="Streams one token may have open for one user.")] = 8
    concurrent: Annotated[int, Meta(ge=1, description="Requests one process works on at a time.")] = 256
    body_bytes: Annotated[int, Meta(ge=1024, description="Longest request body.")] = 8_388_608
    import_bytes: Annotated[int, Meta(ge=1024, description="Longest export that is taken in.")] = (
        1_073_741_824
    )
    items: Annotated[int, Meta(ge=1, description="Most items in one request.")] = 1_000
    body_timeout_s: Annotated[float, Meta(gt=0, description="Patience for a request to arrive.")] = 20.0
    timeout_s: Annotated[float, Meta(gt=0, description="Patience for an answer to begin.")] = 120.0
    shutdown_s: Annotated[float, Meta(gt=0, description="Time to finish when told to stop.")] = 20.0
    idempotency_hours: Annotated[
        float, Meta(gt=0, description="How long an answer is kept for its Idempotency-Key.")
    ] = 24.0
    open_metrics: Annotated[bool, Meta(description="Show /metrics without a token.")] = False
    otel: Annotated[bool, Meta(description="OpenTelemetry spans, sent where the OTEL_… variables say.")] = (
        False
    )


class Settings(Section, frozen=True):
    """Everything that can be set."""

    data: Annotated[str, Meta(description="Folder of the embedded store.")] = "saegim-data"
    store: Annotated[str | None, Meta(description="URL of another store, instead of the folder.")] = None
    language: Annotated[
        Literal["ko", "en"], Meta(description="Language for people, and of headings in a context.")
    ] = "ko"
    timezone: Annotated[str, Meta(description="Zone in which times are given back and dates understood.")] = (
        "Asia/Seoul"
    )
    encryption: Annotated[bool, Meta(description="AES-256 at rest. Decided when the folder is made.")] = True
    embedder: Annotated[
        str, Meta(description='"bundled", "use" (its untrained base), "openai:NAME", "ollama:NAME", "none".')
    ] = "bundled"
    model: Annotated[
        str,
        Meta(description='"none", or openai:, anthropic:, google: or ollama: and its name (extra: models).'),
    ] = "none"
    model_base_url: Annotated[
        str | None, Meta(description="Address of an OpenAI-compatible service, or of Ollama.")
    ] = None
    model_api_key: Annotated[str | None, Meta(description="Its key.")] = None
    pii: Annotated[
        Literal["off", "flag", "mask"],
        Meta(description="Personal numbers and addresses in memories: leave, flag, or mask in texts too."),
    ] = "flag"
    plan: Annotated[
        Literal["free", "premium"], Meta(description="Free keeps 5 active episodes a persona, premium all.")
    ] = "premium"
    worker: Annotated[
        Literal["thread", "none"], Meta(description="Who indexes and remembers in the background.")
    ] = "thread"
    sessions: SessionSettings = SessionSettings()
    context: ContextSettings = ContextSettings()
    summary: SummarySettings = SummarySettings()
    remember: RememberSettings = RememberSettings()
    tend: TendSettings = TendSettings()
    recall: RecallSettings = RecallSettings()
    index: IndexSettings = IndexSettings()
    embedding: EmbedderSettings = EmbedderSettings()
    calling: ModelSettings = ModelSettings()
    sqlite: SqliteSettings = SqliteSettings()
    limits: LimitSettings = LimitSettings()
    server: ServerSettings = ServerSettings()
    ignored: Annotated[
        tuple[str, ...], Meta(description="Keys of an older system's file that have no effect here.")
    ] = ()

    def __post_init__(self) -> None:
        try:
            ZoneInfo(self.timezone)
        except (ZoneInfoNotFoundError, ValueError) as error:
            raise ValueError(f"no time zone {self.timezone!r} - at `$.timezone`") from error

    @property
    def zone(self) -> ZoneInfo:
        """The time zone itself."""
        return ZoneInfo(self.timezone)
