"""The speaker's name, read from the letters where the analyser takes it for another word."""

from __future__ import annotations

import re

from saegim.remember.finding import Finding
from saegim.remember.rules.korean import Words

_ENDING = r"(?:(?:이라고|라고)\s?(?:해요?|합니다|하고|해여|불려요?|불러\s?(?:줘|주세요|주십시오)?)|이에요|이예요|예요|에요|입니다|이야|야|임|이고|이구|이지|인데|이라|이다)"
_NAMED = re.compile(
    r"(?:^|[\s,.!~…])(?:내|제|나의|저의|본인)\s*(?:이름|성함|본명)(?:은|는|이|ᆫ)?\s*"
    rf"(?P<v>[가-힣]{{2,4}}?){_ENDING}(?=[\s.,!~…ㅎㅋ^]|$)(?P<rest>[^?？\n]{{0,40}}[?？])?"
)
# Words that are given to people as names; kiwi reads them as what they mean.
_WORD_NAMES = "한결|하늘|보람|슬기|아름|가람|나래|다솜|새롬|한별|한솔|보라|이슬|예슬|힘찬|빛나|다온|라온|하람|누리|두리|아람|초롱|단비|새봄|한빛|샛별|은별|가온|도담|늘봄|은솔|찬솔|해솔"
_I_AM = re.compile(
    rf"^(?:(?:안녕(?:하세요)?|하이|반가워요?)[\s,.!~]*)?(?:나는|난|저는|전|나|저)\s+(?P<v>(?:[가-힣]?)(?:{_WORD_NAMES})){_ENDING}(?=[\s.,!~…ㅎㅋ^]|$)(?!\s*[?？])"
)
_NO_NAME = frozenset(
    "뭐 뭔지 무엇 비밀 몰라 나중 아직 그냥 흔한 예쁜 특이 별로 한글 외자 가명 순우리말 한자 두글자 세글자 외국 촌스 평범 특이한 진짜 정말 그대로 이거 그거 저거 뭐라".split()
)


def own_name(text: str) -> Finding | None:
    """What the speaker says their name is (내 이름은 한결이야, 나는 한결이야), or None.

    Quoted and asked names are left alone.
    """
    if any(mark in text for mark in "\"“”‘’'「」"):
        return None
    found = _NAMED.search(text)
    if found is not None and found["rest"] is None and found["v"] not in _NO_NAME:
        return _finding(found, confidence=0.9)
    found = _I_AM.match(text.strip())
    return None if found is None else _finding(found, confidence=0.75)


def _finding(found: re.Match[str], *, confidence: float) -> Finding:
    name = Words(found["v"])
    return Finding(
        kind="profile",
        content=f"사용자의 이름은 {name:이다}.",
        subject="user",
        key="name",
        value=str(name),
        confidence=confidence,
        future_impact=0.9,
        evidence=found[0].strip(" ,.!~…"),
        rule="name.letters",
    )
