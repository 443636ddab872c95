-- One person. Times are microseconds UTC. `n` numbers rows inside this file; `id` is what callers see.

-- The truth -------------------------------------------------------------------------------------------

CREATE TABLE meta (key TEXT PRIMARY KEY, value) WITHOUT ROWID;
INSERT INTO meta VALUES ('revision', 0), ('identity', hex(randomblob(8)));

CREATE TABLE sessions (
    n            INTEGER PRIMARY KEY AUTOINCREMENT,
    id           TEXT NOT NULL UNIQUE,
    persona      TEXT,
    started_at   INTEGER NOT NULL,
    last_at      INTEGER NOT NULL,
    ended_at     INTEGER,
    turn_count   INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX sessions_recent ON sessions (persona, last_at);
CREATE INDEX sessions_open ON sessions (last_at) WHERE ended_at IS NULL;

CREATE TABLE turns (
    n               INTEGER PRIMARY KEY AUTOINCREMENT,
    id              TEXT NOT NULL UNIQUE,
    session         INTEGER NOT NULL REFERENCES sessions (n),
    persona         TEXT,
    at              INTEGER NOT NULL,
    emotion         TEXT,
    intent          TEXT,
    processing_time REAL,
    cached          INTEGER,
    metadata        TEXT NOT NULL
);
CREATE INDEX turns_at ON turns (at, n);
CREATE INDEX turns_session ON turns (session, at, n);

CREATE TABLE messages (
    n        INTEGER PRIMARY KEY AUTOINCREMENT,
    id       TEXT NOT NULL UNIQUE,
    turn     INTEGER NOT NULL REFERENCES turns (n),
    session  INTEGER NOT NULL,
    role     TEXT NOT NULL,
    name     TEXT,
    content  TEXT NOT NULL,
    at       INTEGER NOT NULL,
    metadata TEXT NOT NULL
);
CREATE INDEX messages_turn ON messages (turn);
CREATE INDEX messages_session ON messages (session, n);

CREATE TABLE memories (
    n                INTEGER PRIMARY KEY AUTOINCREMENT,
    id               TEXT NOT NULL UNIQUE,
    kind             TEXT NOT NULL,
    content          TEXT NOT NULL,
    persona          TEXT,
    subject          TEXT,
    key              TEXT,
    value            TEXT,
    importance       REAL NOT NULL,
    confidence       REAL NOT NULL,
    tags             TEXT NOT NULL,
    pii_flags        TEXT NOT NULL,
    emotion          TEXT,
    pinned           INTEGER NOT NULL,
    state            TEXT NOT NULL,
    source_turns     TEXT NOT NULL,
    origin           TEXT NOT NULL,
    valid_from       INTEGER NOT NULL,
    valid_to         INTEGER,
    created_at       INTEGER NOT NULL,
    updated_at       INTEGER NOT NULL,
    version          INTEGER NOT NULL,
    metadata         TEXT NOT NULL,
    access_count     INTEGER NOT NULL DEFAULT 0,
    last_accessed_at INTEGER,
    -- Of the plain content: finds the same words said again.
    fingerprint      BLOB
);
CREATE INDEX memories_same ON memories (fingerprint);
CREATE INDEX memories_slot ON memories (key, value) WHERE key IS NOT NULL;
CREATE INDEX memories_time ON memories (state, valid_from);
CREATE INDEX memories_pinned ON memories (n) WHERE pinned = 1;

CREATE TABLE memory_tags (
    tag    TEXT NOT NULL,
    memory INTEGER NOT NULL,
    PRIMARY KEY (tag, memory)
) WITHOUT ROWID;

CREATE TABLE memory_versions (
    memory   INTEGER NOT NULL,
    version  INTEGER NOT NULL,
    snapshot TEXT NOT NULL,
    at       INTEGER NOT NULL,
    actor    TEXT NOT NULL,
    reason   TEXT NOT NULL,
    PRIMARY KEY (memory, version)
) WITHOUT ROWID;

CREATE TABLE audit (
    n      INTEGER PRIMARY KEY AUTOINCREMENT,
    at     INTEGER NOT NULL,
    actor  TEXT NOT NULL,
    action TEXT NOT NULL,
    target TEXT NOT NULL,
    reason TEXT NOT NULL,
    detail TEXT NOT NULL
);
CREATE INDEX audit_target ON audit (target, n);

CREATE TABLE links (
    source     TEXT NOT NULL,
    relation   TEXT NOT NULL,
    target     TEXT NOT NULL,
    weight     REAL NOT NULL,
    created_at INTEGER NOT NULL,
    PRIMARY KEY (source, relation, target)
) WITHOUT ROWID;
CREATE INDEX links_back ON links (target, relation);

CREATE TABLE summaries (
    n                INTEGER PRIMARY KEY AUTOINCREMENT,
    id               TEXT NOT NULL UNIQUE,
    persona          TEXT,
    session_id       TEXT,
    content          TEXT NOT NULL,
    at               INTEGER NOT NULL,
    summarized_turns INTEGER NOT NULL,
    through_turn     TEXT
);

CREATE TABLE traces (
    n       INTEGER PRIMARY KEY AUTOINCREMENT,
    id      TEXT NOT NULL UNIQUE,
    at      INTEGER NOT NULL,
    query   TEXT NOT NULL,
    persona TEXT,
    detail  TEXT NOT NULL
);

-- Work that a write left to be done: taken away in the transaction that does it.
CREATE TABLE jobs (
    n          INTEGER PRIMARY KEY AUTOINCREMENT,
    task       TEXT NOT NULL,
    target     TEXT NOT NULL,
    state      TEXT NOT NULL DEFAULT 'pending',
    tries      INTEGER NOT NULL DEFAULT 0,
    created_at INTEGER NOT NULL,
    due_at     INTEGER NOT NULL,
    detail     TEXT NOT NULL,
    error      TEXT,
    UNIQUE (task, target)
);
CREATE INDEX jobs_due ON jobs (state, task, n);

CREATE TABLE candidates (
    n            INTEGER PRIMARY KEY AUTOINCREMENT,
    id           TEXT NOT NULL UNIQUE,
    kind         TEXT NOT NULL,
    content      TEXT NOT NULL,
    persona      TEXT,
    at           INTEGER NOT NULL,
    factors      TEXT NOT NULL,
    score        REAL NOT NULL,
    verdict      TEXT NOT NULL,
    reason       TEXT NOT NULL,
    origin       TEXT NOT NULL,
    created_at   INTEGER NOT NULL,
    updated_at   INTEGER NOT NULL,
    subject      TEXT,
    key          TEXT,
    value        TEXT,
    seen         INTEGER NOT NULL,
    source_turns TEXT NOT NULL,
    memory_id    TEXT,
    metadata     TEXT NOT NULL,
    -- Of what it says: finds the same thing said again. The vector finds it in other words.
    fingerprint  BLOB NOT NULL,
    space        INTEGER,
    vector       BLOB
);
CREATE INDEX candidates_same ON candidates (fingerprint);
CREATE INDEX candidates_memory ON candidates (memory_id);
CREATE INDEX candidates_verdict ON candidates (verdict, n);

CREATE TABLE model_calls (
    n             INTEGER PRIMARY KEY AUTOINCREMENT,
    at            INTEGER NOT NULL,
    model         TEXT NOT NULL,
    purpose       TEXT NOT NULL,
    outcome       TEXT NOT NULL,
    seconds       REAL NOT NULL,
    input_tokens  INTEGER NOT NULL,
    output_tokens INTEGER NOT NULL,
    cost          REAL NOT NULL
);

CREATE TABLE notes (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;

-- The index, derived from the truth and rebuilt from it -----------------------------------------------

CREATE TABLE analysers (n INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);
CREATE TABLE spaces (n INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);

-- A message n is document 2n, a memory n is document 2n+1. Analyser or space 0: not done yet.
CREATE TABLE documents (
    n        INTEGER PRIMARY KEY,
    previous INTEGER,
    analyser INTEGER NOT NULL DEFAULT 0,
    space    INTEGER NOT NULL DEFAULT 0,
    question INTEGER NOT NULL DEFAULT 0,
    has_time INTEGER NOT NULL DEFAULT 0,
    -- Its words, joined by spaces; searched in memory while the user is warm.
    terms    TEXT NOT NULL DEFAULT '',
    grams    TEXT NOT NULL DEFAULT '',
    revision INTEGER NOT NULL
);
CREATE INDEX documents_revision ON documents (revision);
CREATE INDEX documents_analyser ON documents (analyser);
CREATE INDEX documents_space ON documents (space);

CREATE TABLE removed (n INTEGER PRIMARY KEY, revision INTEGER NOT NULL);
CREATE INDEX removed_revision ON removed (revision);

CREATE TABLE vectors (n INTEGER PRIMARY KEY, space INTEGER NOT NULL, vector BLOB NOT NULL);

-- Whoever and whatever is talked about, what can be undone, and when someone was tended.
CREATE TABLE entities (
    n           INTEGER PRIMARY KEY AUTOINCREMENT,
    id          TEXT NOT NULL UNIQUE,
    name        TEXT NOT NULL,
    type        TEXT NOT NULL,
    persona     TEXT,
    first_seen  INTEGER NOT NULL,
    last_seen   INTEGER NOT NULL,
    count       INTEGER NOT NULL,
    platform    TEXT,
    relation    TEXT,
    summary     TEXT NOT NULL,
    interests   TEXT NOT NULL,
    notes       TEXT NOT NULL,
    sentiment   REAL NOT NULL,
    trust       REAL NOT NULL,
    merged_into TEXT,
    metadata    TEXT NOT NULL
);
CREATE INDEX entities_often ON entities (count, last_seen) WHERE merged_into IS NULL;

-- `folded` finds a name in any writing; `place` keeps the order, the entity's own name first.
CREATE TABLE entity_names (
    folded TEXT NOT NULL,
    entity INTEGER NOT NULL REFERENCES entities (n),
    name   TEXT NOT NULL,
    place  INTEGER NOT NULL,
    PRIMARY KEY (folded, entity)
) WITHOUT ROWID;
CREATE INDEX entity_names_of ON entity_names (entity, place);

-- One row for each turn in which an entity came up: the history of how it was spoken of.
CREATE TABLE sentiment (
    entity  TEXT NOT NULL,
    turn    TEXT NOT NULL,
    at      INTEGER NOT NULL,
    name    TEXT NOT NULL,
    valence REAL NOT NULL,
    score   REAL NOT NULL,
    context TEXT NOT NULL,
    PRIMARY KEY (entity, turn)
) WITHOUT ROWID;
CREATE INDEX sentiment_at ON sentiment (entity, at);
CREATE INDEX sentiment_turn ON sentiment (turn);

CREATE TABLE undoable (
    n         INTEGER PRIMARY KEY AUTOINCREMENT,
    id        TEXT NOT NULL UNIQUE,
    at        INTEGER NOT NULL,
    actor     TEXT NOT NULL,
    action    TEXT NOT NULL,
    targets   TEXT NOT NULL,
    detail    TEXT NOT NULL,
    undone_at INTEGER
);

CREATE TABLE runs (
    n           INTEGER PRIMARY KEY AUTOINCREMENT,
    id          TEXT NOT NULL UNIQUE,
    started_by  TEXT NOT NULL,
    state       TEXT NOT NULL,
    started_at  INTEGER NOT NULL,
    until       INTEGER NOT NULL,
    ended_at    INTEGER,
    read        TEXT NOT NULL,
    did         TEXT NOT NULL,
    seconds     REAL NOT NULL,
    model_calls INTEGER NOT NULL,
    tokens      INTEGER NOT NULL,
    cost        REAL NOT NULL,
    error       TEXT
);
