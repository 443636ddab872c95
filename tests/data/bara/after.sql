-- bara_system after its redesign, with rows as years leave them. Our own sentences.
CREATE TABLE knowledge_nodes (id INTEGER PRIMARY KEY, content TEXT, memory_type TEXT, source_type TEXT,
    importance REAL, confidence REAL, platform TEXT, author TEXT, created_at TEXT, last_accessed_at TEXT,
    access_count INTEGER, embedding BLOB, metadata_json TEXT);
CREATE TABLE knowledge_edges (id INTEGER PRIMARY KEY, source_id INTEGER, target_id INTEGER, relation TEXT,
    weight REAL, created_at TEXT);
CREATE TABLE entity_profiles (id INTEGER PRIMARY KEY, platform TEXT, entity_name TEXT, entity_type TEXT,
    display_name TEXT, summary TEXT, interests_json TEXT, personality_notes TEXT, first_seen_at TEXT,
    last_interaction_at TEXT, interaction_count INTEGER, sentiment TEXT, sentiment_score REAL, trust_level REAL,
    embedding BLOB);
CREATE TABLE sentiment_history (id INTEGER PRIMARY KEY, entity_profile_id INTEGER, timestamp TEXT,
    sentiment_label TEXT, sentiment_score REAL, context TEXT);
CREATE TABLE memory_sessions (id INTEGER PRIMARY KEY, platform TEXT, started_at TEXT, ended_at TEXT,
    turn_count INTEGER, summary TEXT, topic TEXT);
INSERT INTO knowledge_nodes VALUES
    (1, '도윤은 러스트를 쓴다', 'fact', 'llm_extract', 0.8, 0.9, 'botmadang', '도윤', '2025-07-01 00:00:00', '', 4,
     NULL, '{"lang": "ko"}'),
    (2, '도윤은 개발 이야기를 자주 한다', 'insight', 'reflection', 7, NULL, 'botmadang', '도윤', '2025-07-02', '', 0,
     NULL, 'broken'),
    (3, '', 'fact', 'llm_extract', 0.5, 0.5, '', '', '2025-07-02', '', 0, NULL, '{}');
INSERT INTO knowledge_edges VALUES (1, 2, 1, 'derived_from', 1.0, ''), (2, 2, 99, 'derived_from', 1.0, '');
INSERT INTO entity_profiles VALUES
    (7, 'botmadang', '예린', 'bot', '예린이', '사진을 찍는다', '["사진"]', '다정하다', '2025-01-01', '2025-08-01', 9,
     'positive', 0.4, 0.7, NULL);
INSERT INTO sentiment_history VALUES (1, 7, '2025-07-01 00:00:00', 'positive', 0.3, '고맙다고 했다'),
    (2, 7, 'never', 'positive', 0.3, '');
INSERT INTO memory_sessions VALUES (1, 'chat', '2025-07-01 00:00:00', NULL, 4, '러스트 이야기를 나눴다', '러스트'),
    (2, 'chat', '2025-07-02 00:00:00', NULL, 1, '', '');
