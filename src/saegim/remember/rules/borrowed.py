"""Words in a message that are not the speaker's own: quoted without marks, or a sample of what is to be written."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from saegim.remember.rules import words
from saegim.remember.rules.clauses import Clause, Sentence
from saegim.remember.rules.moods import ORDER, QUOTING, REPORT
from saegim.remember.rules.unit import Token

# What holds words: 라는 글, 이런 댓글.
_TEXTS = frozenset(
    """글 말 말씀 소리 사연 내용 제목 댓글 답글 후기 리뷰 평 질문 대사 가사 후렴 대목 노래 문구 문자 톡 카톡 메일 편지 전화 트윗 게시글 게시물
    광고 멘트 자막 기사 문장 구절 인사 자랑 푸념 하소연 넋두리 고백 농담 답변 대답 상담 민원 신고 쪽지 공지 글귀 캡션 썰 주장 표현""".split()
)
# Where others write and speak: 맘카페에, 라디오에서.
_FORUMS = frozenset(
    """게시판 댓글 답글 후기 리뷰 카페 맘카페 블로그 인스타 인스타그램 페이스북 페북 트위터 스레드 유튜브 쇼츠 릴스 틱톡 단톡 단톡방 오픈채팅 프로필 소개글
    광고 전단지 포스터 현수막 간판 뉴스 신문 기사 잡지 칼럼 라디오 방송 예능 인터뷰 자막 다큐 강연 사연 코너 지식인 판 네이트판 에타 블라인드
    당근 커뮤니티 커뮤 채팅 채팅방 채팅창 피드 스토리 글 책 소설 시 노래 가사 일기장 편지 메일 문자 카톡 톡 쪽지 앱 어플 어록 명함 팻말 표지
    표지판 안내문 청첩장 부고 초대장 브이로그 팟캐스트 밴드 게시글 사이트 홈페이지 설문 상담실 게임 트로트 랩 시집 만화 웹툰 드라마 영화 연극""".split()
)
_PLACED = frozenset("에 에서 에는 에선 엔 에도".split())
# 이런 식으로, 같은 느낌: how what is to be written should sound.
_MANNERS = frozenset("식 느낌 톤 분위기 투 스타일 뉘앙스 거 것 건 문장 말투".split())
_SAID = frozenset(
    "더라 더라고 더라고요 더라구요 더군요 던데 던데요 길래 더니 네 네요 었 시 는데 는 ᆫ다 며 면서 니까 고".split()
)
# 그러니까, 그러고 나서, 그런데 lead on; they quote nobody.
_SAID_SO = _SAID - {"니까", "고", "면서", "며", "는"}
_SAYING = frozenset("그러 그렇 말하 하 외치 적 쓰 묻 말 이야기 얘기 고백 소리치 중얼거리".split())
_MAKING = frozenset(
    "쓰 만들 짓 뽑 바꾸 고치 적 작성 번역 다듬 보이 지어내 옮기 수정 변환 고르 꾸미 첨삭 교정 생성 창작 부탁".split()
)
_RENDERING = frozenset("바꾸 고치 번역 다듬 옮기 수정 변환 첨삭 교정".split())
# What is made up: all that is said of it afterwards is made up as well.
_FICTION = frozenset(
    """소설 대본 콩트 꽁트 캐릭터 인물 가상 시나리오 동화 대화 대화문 각본 단편 주인공 샘플 예시 견본 양식 예문 대사 웹소설 만담 판타지 로맨스 추리물 세계관
    콘티 지문 화자 가명 가짜 희곡 독백 극본 우화 괴담 모의 서식 삼행시 예제 보기글 페르소나""".split()
)
_ANEW = frozenset("참 근데 그나저나 그런데 아참".split())
_PEOPLE = frozenset((words.STRANGER, words.JOB, words.FAMILY, words.COMPANION))
_UNLISTED = frozenset("걔 쟤 분 그녀 님 씨 화자 여주 남주 악역 조연".split())
_SUBJECT = frozenset("이 가 은 는 ᆫ 께서".split())
_BEFORE = frozenset("는데 은데 ᆫ데 더니".split())
_REASON = frozenset("어서 아서 니까 으니까 라서 라 거든 거든요 는데 은데 ᆫ데 느라 길래".split())


def take_out_borrowed(text: str, sentences: list[Sentence], *, medical: bool) -> bool:
    """Whether clauses that quote somebody, or show what is to be written, were found and taken out.

    What a doctor or a test said stays, as a report.
    """
    clauses = [clause for sentence in sentences for clause in sentence.clauses]
    if len(clauses) < 2:
        return False
    found: list[Clause] = []
    for i in range(1, len(clauses)):
        closer = _closer(clauses[i].tokens)
        # 돈은 나가고 그러네요: what is linked goes on in the speaker's words.
        linked = closer == "said" and not clauses[i - 1].final
        if closer and not linked and not _stops(text, clauses[i - 1], clauses[i]):
            found += _quoted(text, clauses[:i], closer)
        elif clauses[i].mood == REPORT and _is_written(clauses[i].tokens):
            found += _quoted(text, clauses[:i], "said")
    for before, after in pairwise(sentences):
        if _announces(before.clauses[-1]) and (
            after.clauses[-1].ending in QUOTING or _in_character(before, after)
        ):
            found += after.clauses
    if medical and not any(_is_forum(clause.tokens) for clause in clauses):
        for clause in found:
            clause.mood = REPORT
        found = []
    found += _samples(sentences)
    if found:
        _take_out(sentences, {id(clause) for clause in found})
    return bool(found)


def _take_out(sentences: list[Sentence], gone: set[int]) -> None:
    kept: list[Sentence] = []
    for sentence in sentences:
        clauses = [clause for clause in sentence.clauses if id(clause) not in gone]
        if len(clauses) == len(sentence.clauses):
            kept.append(sentence)
        elif clauses:
            forms = frozenset(token.form for clause in clauses for token in clause.tokens)
            kept.append(replace(sentence, clauses=clauses, forms=forms))
    sentences[:] = kept


def _closer(tokens: Sequence[Token]) -> str:
    """How a clause closes a quotation before it: "named" (라는 글), "said" (하더라), "like" (이런 식으로), or not."""
    first = tokens[0]
    forms = [token.form for token in tokens[1:4]]
    if not forms:
        return ""
    if first.tag in ("VCP", "JKQ") and (forms[0].startswith("라") or first.form.endswith("라고")):
        return "named" if not _TEXTS.isdisjoint(forms) else "said"
    if first.form in ("라는", "이라는", "란", "다는") or (first.form == "라" and forms[0] == "는"):
        return "named" if not _TEXTS.isdisjoint(forms) else ""
    if first.form == "하" and first.tag == "VV":
        if tokens[1].tag == "ETM":
            # 할 말이 있대: not yet said.
            return "named" if forms[0] in ("는", "던") and not _TEXTS.isdisjoint(forms) else ""
        return "said" if forms[0] in _SAID else ""
    if first.form in ("이러", "그러") and first.tag == "VV":
        return "said" if forms[0] in _SAID_SO else ""
    if first.form in ("이렇", "그렇") and first.tag == "VA" and forms[0] == "었":
        # 민초 싫어해요 이랬다가.
        return "said"
    if first.form in ("이런", "그런", "이러한") and first.tag == "MM":
        if not _TEXTS.isdisjoint(forms[:1]):
            return "named"
        return "like" if forms[0] in _MANNERS and _hangs(tokens, 2) else ""
    if first.form == "이렇" and not {"쓰", "적", "시작", "말하", "올리"}.isdisjoint(forms):
        return "said"
    if first.form == "같" and tokens[1].tag == "ETM" and len(tokens) > 2:
        return "like" if forms[1] in _MANNERS or forms[1] in _TEXTS else ""
    return "like" if first.form in ("로", "으로") and first.tag == "JKB" and "시작" in forms else ""


def _hangs(tokens: Sequence[Token], i: int) -> bool:
    """이런 느낌으로, 이런 거 말고: not 이런 느낌 처음이야."""
    return i == len(tokens) or tokens[i].tag[0] in "JS" or tokens[i].form in ("말", "위주", "좀")


def _stops(text: str, before: Clause, after: Clause) -> bool:
    return before.tokens[-1].tag in ("SF", "SE", "SW") or "\n" in text[before.end : after.start]


def _quoted(text: str, before: Sequence[Clause], closer: str) -> Sequence[Clause]:
    """The clauses that the quotation takes in, reading back from its end; empty where the words are the speaker's."""
    start = len(before) - 1
    while not _is_source(before[start].tokens):
        if start == 0 or before[start - 1].mood == ORDER or _stops(text, before[start - 1], before[start]):
            if closer == "said":
                # 저는 간호사입니다 라고 소개했어요: one's own words.
                return ()
            # 퇴사했는데 축하해요 라는 댓글이: what was done before the words came is told.
            return [c for c in before[start:] if c is before[-1] or not (c.past and c.ending in _BEFORE)]
        start -= 1
    return before[start:]


def _is_source(tokens: Sequence[Token]) -> bool:
    """Somebody else who speaks, or a place where others write."""
    return _is_forum(tokens) or any(
        mark.tag in ("JKS", "JX") and mark.form in _SUBJECT and _is_other(noun)
        for noun, mark in pairwise(tokens)
    )


def _is_forum(tokens: Sequence[Token]) -> bool:
    return any(
        mark.form in _PLACED and mark.tag == "JKB" and noun.form in _FORUMS for noun, mark in pairwise(tokens)
    )


def _is_written(tokens: Sequence[Token]) -> bool:
    """… 라고 적혀 있더라."""
    return any(
        t.form in ("적히", "쓰이", "쓰", "적", "올라오", "올리", "뜨") and t.tag == "VV" for t in tokens
    )


def _is_other(noun: Token) -> bool:
    return noun.form in _UNLISTED or not _PEOPLE.isdisjoint(noun.sorts)


def _announces(clause: Clause) -> bool:
    """주인공이 그래, 팀장이 그랬어: somebody's words are to follow."""
    verbs = [t for t in clause.tokens if t.tag in ("VV", "VA", "NNG")]
    return bool(verbs) and verbs[-1].form in _SAYING and _is_source(clause.tokens)


def _in_character(before: Sentence, after: Sentence) -> bool:
    """주인공이 그래. 나는 너 없이 못 산다."""
    return before.imagined and any(t.tag == "NP" and t.form in ("나", "저", "우리") for t in after.tokens)


def _samples(sentences: Sequence[Sentence]) -> list[Clause]:
    """What follows an order to write something and is a piece of it: 영어로 바꿔 줘: 나 어제 이사했어."""
    found: list[Clause] = []
    ordered: Clause | None = None
    made_up = False
    for sentence in sentences:
        if made_up and sentence.tokens[0].form in _ANEW:
            return found
        for clause in sentence.clauses:
            if made_up or (ordered is not None and clause.ending not in _REASON):
                found.append(clause)
            elif clause.mood == ORDER and not sentence.forms.isdisjoint(_MAKING):
                made_up = not sentence.forms.isdisjoint(_FICTION)
                ordered = clause if _renders(clause) else None
        if ordered is not None and sentence.tokens[-1].tag == "SF":
            ordered = None
    return found


def _renders(clause: Clause) -> bool:
    """존댓말로 바꿔 줘: words given are to be put in other words."""
    forms = {token.form for token in clause.tokens}
    given = not forms.isdisjoint(("문장", "말", "글", "표현", "이거", "이것", "다음"))
    return given and not forms.isdisjoint(_RENDERING)
