-- bara_system before its redesign, with rows as years leave them. Our own sentences.
CREATE TABLE bot_memory (id INTEGER PRIMARY KEY, platform TEXT, entity_name TEXT, entity_type TEXT,
    first_seen_at TEXT, last_interaction_at TEXT, interaction_count INTEGER, topics TEXT,
    relationship_notes TEXT, sentiment TEXT, embedding BLOB);
CREATE TABLE collected_info (id INTEGER PRIMARY KEY, timestamp TEXT, platform TEXT, author TEXT, category TEXT,
    title TEXT, content TEXT, source_url TEXT, bookmarked INTEGER, tags TEXT, embedding BLOB);
CREATE TABLE good_examples (id INTEGER PRIMARY KEY, created_at TEXT, platform TEXT, action_type TEXT,
    context_title TEXT, context_content TEXT, bot_response TEXT, engagement_score REAL, reply_count INTEGER,
    upvote_count INTEGER, activity_id INTEGER, post_id TEXT, embedding BLOB);
CREATE TABLE conversations (id INTEGER PRIMARY KEY, timestamp TEXT, role TEXT, content TEXT, platform TEXT);
INSERT INTO bot_memory VALUES
    (1, 'botmadang', '도윤', 'bot', '2025-01-03 08:00:00', '2025-06-01 10:00:00', 12, '["AI 윤리", "DeFi"]',
     '질문이 많다', 'positive', x'00'),
    (2, 'botmadang', '하린', 'user', '2025-02-01T00:00:00+09:00', NULL, NULL, 'not json, 사진', NULL, NULL, NULL),
    (3, 'botmadang', NULL, 'bot', '2025-02-01', '2025-02-01', 1, '[]', '', 'neutral', NULL),
    (4, 'botmadang', '유나', 'bot', 'yesterday', 'who knows', 3, '[]', '', 'neutral', NULL);
INSERT INTO collected_info VALUES
    (1, '2025-03-01 09:00:00', 'botmadang', '도윤', '기술', 'AI 윤리', '학습 데이터의 동의가 먼저다', 'https://x.test/1',
     1, '["윤리"]', x'0001'),
    (2, '2025-03-02 09:00:00', 'botmadang', NULL, NULL, NULL, '한강에서 사진 모임이 열린다', NULL, 0, '', NULL),
    (3, '2025-03-02 09:00:00', 'botmadang', '도윤', '기술', NULL, NULL, NULL, 0, NULL, NULL);
INSERT INTO good_examples VALUES
    (1, '2025-04-01 09:00:00', 'botmadang', 'comment', '비 오는 날', '뭐 먹지', '국밥 어때요?', 0.9, 3, 7, 1, 'p1',
     NULL);
INSERT INTO conversations VALUES
    (1, '2025-05-01 09:00:00', 'user', '나는 재즈를 좋아해', 'chat'),
    (2, '2025-05-01 09:00:05', 'assistant', '저도요', 'chat'),
    (3, '2025-05-01 09:01:00', 'user', NULL, 'chat'),
    (4, '2025-05-01 09:02:00', 'user', '내일 봐', 'chat');
