-- What was answered to requests that may come again. `status` NULL: someone is at it until `claimed_until`.
CREATE TABLE answers (
    request       BLOB PRIMARY KEY,
    user_id       TEXT,
    fingerprint   BLOB NOT NULL,
    claimed_until INTEGER NOT NULL,
    expires_at    INTEGER NOT NULL,
    status        INTEGER,
    headers       TEXT,
    body          BLOB
);
CREATE INDEX answers_expire ON answers (expires_at);
CREATE INDEX answers_user ON answers (user_id);
