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
