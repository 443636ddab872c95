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
