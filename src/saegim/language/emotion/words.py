"""Words that carry an emotion, as data: Korean dictionary forms, chat spellings, marks, emoji, English.

A Korean entry is a dictionary form (슬프다) or a noun (행복); a noun holds for its 하다 and 되다 as well. Parts
joined by "_" stand next to each other once particles and endings are gone: 화_나다 is 화가 났어 and 화났다 alike,
and "^" is the beginning of the text.
"""

from __future__ import annotations

from saegim.language.emotion.labels import Label

# How much one occurrence says. Three steps are all that hand-made weights can honestly tell apart.
STRONG, PLAIN, WEAK = 1.0, 0.7, 0.4

Weighted = dict[Label, dict[float, str]]

KOREAN: Weighted = {
    "happy": {
        STRONG: """
            기쁘다 기쁨 행복 신나다 신_나다 즐겁다 즐거움 설레다 황홀 짜릿 뿌듯 최고 짱 감격 흐뭇 기분_좋다
            기분_최고 끝내주다 꿈_같다 날아가다_같다 만세 야호
        """,
        PLAIN: """
            좋다 사랑 고맙다 감사 축하 재밌다 재미있다 재미나다 웃기다 웃음 귀엽다 멋지다 멋있다 훌륭
            아름답다 예쁘다 이쁘다 반갑다 다행 만족 감동 맛있다 맛나다 상쾌 유쾌 통쾌 힐링 두근거리다
            두근두근 기대 완벽 뭉클 든든 훈훈 포근 후련 개운 합격 당첨 승진 취뽀 우승 파이팅 화이팅 우와
            행운 축복 추억 보람 마음_들다 맘_들다 빵_터지다 감탄 따뜻 달콤 매력 매력적 좋아하다 명작
        """,
        WEAK: """
            웃다 편하다 편안 평화 여유 추천 덕분 시원 안심 부럽다 신기 친절 수고 존경 미소 오랜만 흥분 응원
            성공 잘_되다 잘_하다 굿 굿모닝 건강 깔끔 알차다 재미
        """,
    },
    "sad": {
        STRONG: """
            슬프다 슬픔 우울 눈물 울다 외롭다 외로움 서럽다 서러움 비참 절망 절망적 속상 서글프다 애통 비통
            쓸쓸 허무 공허 울컥 마음_아프다 가슴_아프다 맘_아프다 죽다_싶다 살다_싫다 사라지다_싶다 통곡
            오열 흐느끼다 처량 이별 사별 고독 무너지다 눈물겹다 목_메다 먹먹 비극 참담 괴롭다 괴로움 그립다
            그리움 처참 불행 우울증
        """,
        PLAIN: """
            힘들다 지치다 섭섭 서운 아쉽다 안타깝다 안쓰럽다 불쌍 가엾다 가엽다 후회 미안 상처 상심 낙담
            실망 좌절 허탈 암울 쓰라리다 아프다 헤어지다 ^_보다_싶다 죽음 탈락 걱정 불안 무섭다 두렵다 씁쓸
            애처롭다 짠하다 울적 침울 의욕_없다 기운_없다 힘_없다 힘_빠지다 번아웃 고통 눈시울 망하다 유감
            마음_무겁다 멘붕 고생 명복 자신_없다 기분_가라앉다
        """,
        WEAK: """
            피곤 허전 부끄럽다 창피 떨리다 긴장 잃다 잃어버리다 놓치다 아깝다 심란 다치다 죄송 보다_싶다
            포기 어떡하다 떨어지다
        """,
    },
    "angry": {
        STRONG: """
            화_나다 화나다 화내다 화_내다 분노 짜증 빡_치다 빡치다 열_받다 열받다 격분 분통 분하다 억울 증오
            혐오 역겹다 지랄 염병 시발 씨발 개새끼 새끼 병신 미치다_놈 미치다_년 꺼지다 죽이다_싶다 가증
            괘씸 울화 울화통 혈압_오르다 뚜껑_열리다 얄밉다 밉다 재수_없다 재수없다 꼴_보다_싫다 기분_나쁘다
            기분_더럽다 기분_상하다 정_떨어지다 정떨어지다 빌어먹다 닥치다 속_터지다 쓰레기 기레기 처먹다
            환장 미치다_겠 돌다_겠
        """,
        PLAIN: """
            싫다 싫어하다 스트레스 어이_없다 어이없다 기_막히다 기막히다 황당 답답 한심 최악 뻔뻔 불쾌 불만
            불평 무례 지긋지긋 지겹다 질리다 질색 귀찮다 성가시다 시끄럽다 거슬리다 개소리 더럽다 추악 엉망
            엉망진창 개판 양아치 찌질 멍청 무식 놈 욕 거짓말 구라 배신 위선 뒤통수 진상 민폐 비겁 치사
            파렴치 어처구니_없다 어처구니없다 꼬라지 괴롭히다 형편_없다 형편없다 돈_아깝다 시간_아깝다
            짓거리 비열 악질 저질 쓸데없다 싸우다 따지다 무시 미치다
        """,
        WEAK: """
            나쁘다 별로 재미없다 재미_없다 핑계 변명 심하다 불편 부담 비싸다 망치다 도대체 대체 제발 감히
            그따위 따위 무능 지루 꼴 썩다 짓 반품 환불 항의 처벌 사기 바보
        """,
    },
}
# Whom one misses and mourns: "엄마 보고 싶어" is longing where "영화 보고 싶어" is a plan.
PEOPLE = """
    엄마 아빠 어머니 아버지 할머니 할아버지 언니 오빠 누나 형 동생 친구 너 네 당신 자기 그녀 그대 사람 님
    가족 강아지 고양이 아이 애 남편 아내 여보 남친 여친 남자친구 여자친구
""".split()

# Joy and grief both cry: these say only as much as tears drawn beside the words.
TEARS = frozenset({"눈물", "울", "울컥", "눈시울"})
# A noun's own verb, which may take the negation: 짜증 안 나, 걱정 안 해.
LIGHT_VERBS = frozenset({"나", "내", "하", "되", "받", "들", "느끼", "쌓이"})

# Chat spellings, and words the analyser takes apart (대박 as 대 + 박); read from the text itself.
SPELLED: Weighted = {
    "happy": {
        STRONG: "행벅 햄볶 꾸르잼 꿀잼 존잼 핵잼 개꿀 앗싸 아싸 대박 환상적 심쿵 씐나 개이득 개좋 넘좋 존좋 오예 럭키비키",
        PLAIN: "흥미롭 흥미로 자랑스럽 자랑스러 꿀맛 존맛 조아요 조아용 조하 ㄱㅅㄱㅅ ㅊㅋ 땡큐 떙큐 커엽 기엽 이뿌 이뽀 쩐다 쩔어 쩌러 굳굳 굿굿 잼있 잼나 ㄱㅇㅇ 사랑행"
        " 홧팅 마싯 마시써 고마웡 고마오",
        WEAK: "히힛 헤헷",
    },
    "sad": {
        STRONG: "불합격 엉엉 눙물 흐규 흐귱",
        PLAIN: "무기력 막막하 막막해 초라하 초라해 기분이꿀꿀 잠을못자 힘드러 힘드렁 또르르 시무룩 현타 이생망 폭망",
        WEAK: "한숨 에휴 하아 힝 힁",
    },
    "angry": {
        STRONG: "ㅅㅂ ㅆㅂ ㅂㅅ ㅄ ㄱㅅㄲ ㅅㄲ ㅗㅗ 빡쳐 빡침 빡친 빡쳤 개빡 딥빡 극혐 화나네 꼴보기 천불 개같  씨바 씹 썅 ㅁㅊㄴ",
        PLAIN: "헛소리 무책임 이기적 사기꾼 말도안 말이안 참을수없 못참겠 노답 발암 갑질 졸렬 쓸데없"
        " 너무하네 너무해 너무하다 너무하시 너무했 너무한다 시러 짱나 짱남 어이상실 킹받 또라이",
        WEAK: "노잼 식상 저딴 그딴 이딴 에잇 아오 으휴 쯧",
    },
}

# Marks, as patterns over the text, each counted once however often it stands there.
MARKS: tuple[tuple[str, Label, float], ...] = (
    (r"ㅋ{2,}|ㅋㄷ|하하|푸하|깔깔", "happy", 0.55),
    (r"ㅎ{2,}|헤헤|히히", "happy", 0.55),
    (r"(?<![ㄱ-ㅎ])ㅎ(?![ㄱ-ㅎ])", "happy", 0.25),
    (r"\^[_.\-o]?\^|:\-?[)D]|=[)D]|\b[xX]D+\b|[♡♥]|<3", "happy", 0.7),
    (r"[ㅠㅜ]+|\bT[_.]*T\b|;_;|흑흑|:'?\-?\(", "sad", 0.6),
    (r"ㅡ[_.,]?ㅡ|\-_+\-|>:\(", "angry", 0.7),
)
EMOJI: dict[Label, str] = {
    "happy": "😀😃😄😁😆😂🤣😊🙂😉😍🥰😘😗😙😚😋😛😜🤪🤩🥳😎🤗😇😌😺😸😹😻👍👏🎉🎊🥂✨💯🙌💪❤🧡💛💚💙💜🤍💕💖💗💓💞💘💝☺🌞🍀",
    "sad": "😢😭😿🥺😞😔😟😕🙁☹😣😖😫😩😥😓😰😨😱💔🥀😪🥲😦😧🤧🤒🤕",
    "angry": "😠😡🤬😤👿😾🖕💢😒🙄👎🤮😑💩",
    "neutral": "😐😶🤔",
}

ENGLISH: Weighted = {
    "happy": {
        STRONG: """
            happy glad joy joyful delighted thrilled ecstatic excited overjoyed love awesome amazing
            wonderful fantastic blessed yay woohoo hooray happiness
        """,
        PLAIN: """
            great fun funny enjoy thankful grateful thanks proud cute beautiful excellent pleased cheerful
            brilliant perfect sweet congratulations congrats lovely haha lol hilarious relieved best
            celebrate
        """,
        WEAK: "good nice cool like smile better welcome relaxed peaceful hehe interesting hopeful",
    },
    "sad": {
        STRONG: """
            sad sadness unhappy depressed depressing heartbroken miserable cry tears lonely grief devastated
            hopeless mourn gloomy sorrow
        """,
        PLAIN: """
            miss hurt regret sorry disappointed disappointing tired exhausted upset ashamed guilty worried
            anxious afraid scared painful suffering died
        """,
        WEAK: "alone failed sick pain lost hard tough nervous sigh alas unfortunately",
    },
    "angry": {
        STRONG: """
            angry anger furious rage mad pissed hate outraged infuriating disgusting fuck fucked fucking
            bullshit asshole bitch bastard despise hatred
        """,
        PLAIN: """
            annoyed annoying irritated irritating frustrated frustrating stupid idiot ridiculous terrible
            horrible awful worst stressed stressful damn dumb pathetic unfair gross disgusted sucks wtf
            moron jerk dumbass crap rude trash shit
        """,
        WEAK: "wrong ugh bad complain unacceptable boring lame scam liar",
    },
}
PHRASES: tuple[tuple[str, Label, float], ...] = (
    (
        r"\bfed up\b|\bsick of\b|\bpissed off\b|\bshut up\b|\bdr(?:ive|iving|ives) me (?:crazy|mad)\b",
        "angry",
        STRONG,
    ),
    (r"\bstressed out\b|\bcan'?t stand\b|\bso done\b", "angry", PLAIN),
    (r"\bpassed away\b|\bbroke up\b|\bfeel(?:ing)? (?:so )?down\b", "sad", STRONG),
    (
        r"\bover the moon\b|\bcan'?t wait\b|\blooking forward\b|\bmade my day\b|\bthank (?:you|u)\b",
        "happy",
        STRONG,
    ),
)

INTENSIFIERS = frozenset(
    """너무 너무너무 진짜 정말 참 완전 엄청 매우 아주 몹시 무척 굉장히 되게 대단히 훨씬 제일 가장 존나 졸라 겁나 개 핵 ㄹㅇ ㅈㄴ
    넘 넘나 넘넘 진심 정말로 진짜로 심하게 극도로 꽤 상당히 무지 억수로 레알 오지게 왕 얼마나 캡
    so very really too extremely super totally absolutely fucking incredibly deeply terribly truly such
    """.split()
)
DIMINISHERS = frozenset(
    "조금 좀 약간 살짝 다소 쪼금 은근 그럭저럭 그나마 나름 slightly somewhat little bit kinda fairly".split()
)
ENGLISH_NEGATIONS = frozenset(
    """not no never dont don't doesnt doesn't didnt didn't isnt isn't arent aren't wasnt wasn't werent weren't
    cant can't cannot wont won't wouldn't couldn't aint ain't hardly barely without nothing neither""".split()
)
