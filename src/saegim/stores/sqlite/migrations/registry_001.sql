-- Who there is, where their file lies, how its key is wrapped, who has work due.
CREATE TABLE users (
    id          TEXT PRIMARY KEY,
    file        TEXT NOT NULL UNIQUE,
    wrapped_key BLOB,
    created_at  INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX users_created ON users (created_at, id);

CREATE TABLE personas (
    id            TEXT PRIMARY KEY,
    name          TEXT NOT NULL,
    system_prompt TEXT NOT NULL,
    metadata      TEXT NOT NULL
) WITHOUT ROWID;

CREATE TABLE due (
    user_id     TEXT NOT NULL,
    task        TEXT NOT NULL,
    due_at      INTEGER NOT NULL,
    owner       TEXT,
    lease_until INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (user_id, task)
) WITHOUT ROWID;
CREATE INDEX due_next ON due (task, due_at);

-- Keys that programs and people come with. Only a keyed hash of each is here; the key itself was shown once.
CREATE TABLE keys (
    id         TEXT PRIMARY KEY,
    role       TEXT NOT NULL,
    user_id    TEXT,
    name       TEXT NOT NULL,
    salt       BLOB NOT NULL,
    hash       BLOB NOT NULL,
    created_at INTEGER NOT NULL,
    expires_at INTEGER,
    revoked_at INTEGER
) WITHOUT ROWID;
CREATE INDEX keys_user ON keys (user_id) WHERE user_id IS NOT NULL;
