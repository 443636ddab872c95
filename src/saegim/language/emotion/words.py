"""Words that carry an emotion, as data: Korean dictionary forms, chat spellings, marks, emoji, English.

A Korean entry is a dictionary form (슬프다) or a noun (행복); parts joined by "_" are neighbours in a sentence
once particles are gone: 화_나다 is 화가 났어 and 화났다 alike. A noun entry holds for its 하다 and 되다 as well.
"""

from __future__ import annotations

from saegim.language.emotion.labels import Label

# How much one occurrence says. Three steps are all that hand-made weights can honestly tell apart.
STRONG, PLAIN, WEAK = 1.0, 0.7, 0.4

KOREAN: dict[Label, dict[float, str]] = {
    "happy": {
        STRONG: """
            기쁘다 행복 신나다 신_나다 즐겁다 설레다 사랑하다 기쁨 황홀 짜릿 뿌듯 환상적 최고 대박 짱 감격 흐뭇
            기분_좋다 기분_최고 꿀잼 존잼 핵잼 개꿀 심쿵 끝내주다 소원_이루다 꿈_같다 하늘_날다 날아가다_것_같다
        """,
        PLAIN: """
            고맙다 감사 축하 재밌다 재미있다 재미나다 웃기다 웃음 귀엽다 사랑스럽다 멋지다 멋있다 훌륭 아름답다
            예쁘다 이쁘다 반갑다 다행 만족 감동 흥미롭다 맛있다 맛나다 상쾌 유쾌 통쾌 힐링 두근거리다 두근두근
            기대되다 기대_크다 좋아하다 자랑스럽다 완벽 뭉클 든든 훈훈 포근 후련 개운 성공 합격 당첨 승진 취뽀 우승
            매력 응원 파이팅 화이팅 굿 만세 야호 앗싸 아싸 우와 사이다 꿀맛 존맛 존맛탱 센스_있다 행운 축복 추억
            마음_들다 맘_들다 잘_되다 잘_하다 웃프다 보람 훌륭하다 따뜻 달콤 즐거움 환하다 빵_터지다 감탄 인생_영화
        """,
        WEAK: """
            좋다 웃다 사랑 편하다 편안 평화 여유 괜찮다 기대 추천 덕분 시원 안심 안도 새롭다 매력적 부럽다 신기 깔끔
            건강하다 알차다 친절 수고 존경 감미롭다 재미 흥분 오랜만 굿모닝 훌쩍 잘 예술 명작 걸작 미소 가성비 든든하다
        """,
    },
    "sad": {
        STRONG: """
            슬프다 슬픔 우울 눈물 울다 외롭다 서럽다 비참 절망 속상 서글프다 구슬프다 애통 비통 상실감 쓸쓸 허무 공허
            울컥 눈물_나다 마음_아프다 가슴_아프다 맘_아프다 죽다_싶다 살다_싫다 사라지다_싶다 통곡 오열 흐느끼다 처량
            헤어지다 이별 사별 명복 애도 고독 절망적 무너지다 찢어지다 눈물겹다 목_메다 먹먹 멘붕 비극 참담 괴롭다
        """,
        PLAIN: """
            힘들다 지치다 섭섭 서운 그립다 그리움 아쉽다 안타깝다 안쓰럽다 불쌍 가엾다 가엽다 후회 미안 죄송 안되다
            상처 상심 낙담 실망 좌절 포기 무기력 허탈 막막 암울 쓰라리다 아프다 위로 보다_싶다 떠나다_버리다 차이다
            죽음 돌아가시다 떨어지다_버리다 불합격 탈락 걱정 불안 무섭다 두렵다 겁나다 초라 씁쓸 애처롭다 짠하다
            울적 침울 의욕_없다 기운_없다 힘_없다 힘_빠지다 기분_안좋다 번아웃 고통 고생 외로움 한숨 눈시울 아련
            기분_꿀꿀 망하다 망했다 처참 불행 슬퍼하다 유감 괴로움 서러움 우울증 마음_무겁다 지다_버리다
        """,
        WEAK: """
            피곤 허전 부끄럽다 창피 민망 떨리다 긴장 어렵다 모자라다 부족 잃다 잃어버리다 놓치다 그만두다_싶다 아깝다
            심란 가슴 춥다 배고프다 졸리다 졸립다 어떡하다 어쩌다 외면 감기 병원 입원 수술 다치다 혼자 잊다 잊어버리다
        """,
    },
    "angry": {
        STRONG: """
            화_나다 화나다 화내다 분노 짜증 빡_치다 빡치다 열_받다 열받다 열_뻗치다 격분 분통 분하다 억울 증오 혐오
            역겹다 역하다 욕_나오다 싸우다 지랄 염병 시발 씨발 개새끼 새끼 병신 미치다_놈 미치다_년 꺼지다 죽이다_싶다
            가증 괘씸 울화 울화통 혈압_오르다 뚜껑_열리다 얄밉다 밉다 밉상 재수_없다 재수없다 꼴_보다_싫다 꼴보기
            기분_나쁘다 기분_더럽다 정_떨어지다 빌어먹다 닥치다 엿_먹다 뒤지다 극혐 개빡 천불 복장_터지다
            속_터지다 쓰레기 기레기 쳐_먹다 처먹다 역정 환장 미치다_겠
        """,
        PLAIN: """
            싫다 싫어하다 스트레스 어이_없다 어이없다 기_막히다 기가막히다 황당 답답 한심 최악 뻔뻔 불쾌 불만 불평 무례
            너무하다 지긋지긋 지겹다 질리다 질색 짜증나다 귀찮다 성가시다 시끄럽다 거슬리다 헛소리 개소리 소름 더럽다
            추하다 추악 엉망 엉망진창 개판 무책임 이기적 무시 따지다 항의 환불 사기 사기꾼 양아치 찌질 멍청 바보 무식
            쓸모_없다 쓸데_없다 말_안되다 놈 년 썩다 엿 욕 못_참다 못참다 참다_없다 처벌 거짓말 구라 배신 위선 뒷통수
            뒤통수 억까 노답 극대노 빡세다 발암 고구마 갑질 진상 민폐 비겁 치사 졸렬 파렴치 돌다_겠 어처구니_없다 어처구니
            꼬라지 꼴 개같다 개_같다 좆 존나_싫다 헐뜯다 괴롭히다 협박 폭력 범죄 정신_차리다 실망스럽다 괴씸 형편_없다
            형편없다 수준_떨어지다 돈_아깝다 시간_아깝다 뭐하다_짓 하다_짓 짓거리 꼰대 비열 악질 저질 부당
        """,
        WEAK: """
            나쁘다 이상 문제 별로 재미없다 재미_없다 노잼 핑계 변명 심하다 못하다 불편 부담 비싸다 느리다 망치다 왜 대체 도대체
            제발 그만 감히 뻔하다 아무 그따위 따위 무능 불량 반품 실수 비판 논란 의심 억지 척 저런 저딴 그딴 지루 식상
        """,
    },
}

# Spellings the analyser does not know; read from the text itself, whatever stands around them.
CHAT: dict[Label, dict[float, str]] = {
    "happy": {
        STRONG: "행벅 햄볶 핵꿀잼 꾸르잼 씐나 신난당 개이득 개꿀 개좋 넘좋 넘나좋 존좋 ㅈㅇ 오예 예쓰 나이스 럭키비키",
        PLAIN: "조아요 조하 조아 기부니가조 기부니조 ㄱㅅ ㅊㅋ 감사감사 땡큐 떙큐 커엽 기엽 이뿌 이뽀 쩐다 쩔어 쩌러 굳굳 굿굿"
        " 잼있 잼나 ㄱㅇㅇ 사랑행 사릉 화이팅 홧팅 마싯 마시써 고마웡 고마오",
        WEAK: "ㅇㅋㅇㅋ 히힛 헤헷 호호",
    },
    "sad": {
        STRONG: "슬퍼ㅠ 흑흑 흐규 흐귱 엉엉 눙물 눈무리 우럭따 울었따",
        PLAIN: "ㅁㅇ 힘드러 힘드렁 또르르 시무룩 현타 이생망 폭망",
        WEAK: "에휴 휴우 후유 하아 힝 힁",
    },
    "angry": {
        STRONG: "ㅅㅂ ㅆㅂ ㅂㅅ ㅄ ㄱㅅㄲ ㅅㄲ ㅈㄹ ㅗㅗ 빡쳐 빡침 빡친 빡쳤 개빡 딥빡 씨바 시바 쉬바 썅 ㅁㅊ놈 ㅁㅊㄴ 열뻗",
        PLAIN: "시러 시룸 짱나 짱남 짜증낭 ㅡ_ㅡ 어이털 어이상실 킹받 킹받네 헐랭 미친놈 미친년 또라이 돌아이",
        WEAK: "에잇 아오 으휴 쯧",
    },
}

# Marks, as patterns over the text.
MARKS: tuple[tuple[str, Label, float], ...] = (
    (r"ㅋ{2,}|ㅋㄷ|크크크|캬캬|하하하?|푸하|깔깔", "happy", 0.55),
    (r"ㅎ{2,}|헤헤|히히|호호", "happy", 0.55),
    (r"(?<![ㅋㄱ-ㅎ])ㅎ(?!ㅎ)", "happy", 0.25),
    (r"\^[_.\-o]?\^|:\-?[)D]|=[)D]|\bxD\b|\b[xX]D+\b|\(\s*:|♡|♥|<3|٩\(", "happy", 0.7),
    (r"[ㅠㅜ]{2,}|[ㅠㅜ]|T[_.]*T|;_;|흑흑|:'?\-?\(|ㅠ_ㅠ|ㅜ_ㅜ", "sad", 0.6),
    (r"(?:ㅡ[_.,]?ㅡ|\-_\-|>:\(|ㅡㅡ+)[;^]*", "angry", 0.7),
)
EMOJI: dict[Label, str] = {
    "happy": "😀😃😄😁😆😂🤣😊🙂🙃😉😍🥰😘😗😙😚😋😛😜🤪🤩🥳😎🤗😇😌😺😸😹😻👍👏🎉🎊🥂✨💯🙌💪❤🧡💛💚💙💜🤍💕💖💗💓💞💘💝☺🌞🍀🤭",
    "sad": "😢😭😿🥺😞😔😟😕🙁☹😣😖😫😩😥😓😰😨😱💔🥀😪🥲😦😧🤧🤒🤕😮‍💨",
    "angry": "😠😡🤬😤👿😾🖕💢😒🙄👎🤮😑💩",
    "neutral": "😐😶🤔",
}

ENGLISH: dict[Label, dict[float, str]] = {
    "happy": {
        STRONG: """happy glad joy joyful delighted thrilled ecstatic excited overjoyed love loved awesome amazing
            wonderful fantastic blessed yay woohoo hooray celebrate best""",
        PLAIN: """great fun funny enjoy enjoyed thankful grateful thanks proud cute beautiful excellent
            pleased cheerful brilliant perfect sweet congratulations congrats lovely haha lol hilarious
            hopeful relieved""",
        WEAK: "good nice cool like liked smile glad fine better welcome calm relaxed peaceful hehe interesting",
    },
    "sad": {
        STRONG: """sad sadness unhappy depressed depressing heartbroken miserable cry crying cried tears lonely grief
            devastated hopeless mourn gloomy sorrow sorrowful""",
        PLAIN: """miss hurt hurts lost regret sorry disappointed disappointing tired exhausted upset ashamed
            guilty worried anxious afraid scared painful pain suffering unfortunately lonesome died
            death broken""",
        WEAK: "alone fail failed sick bad hard tough nervous sigh alas",
    },
    "angry": {
        STRONG: """angry anger furious rage mad pissed hate hated outraged infuriating disgusting fuck fucked fucking
            bullshit asshole bitch bastard shit despise""",
        PLAIN: """annoyed annoying irritated irritating frustrated frustrating stupid idiot ridiculous terrible
            horrible awful worst stressed stressful damn dumb pathetic unfair gross disgusted sucks wtf moron
            jerk dumbass crap hell rude liar trash resent hostile bitter scam""",
        WEAK: "wrong ugh problem complain complaint unacceptable boring lame shame",
    },
}
ENGLISH_PHRASES: tuple[tuple[str, Label, float], ...] = (
    (r"\bfed up\b|\bsick of\b|\bpissed off\b|\bshut up\b|\bdrives? me (?:crazy|mad)\b", "angry", STRONG),
    (r"\bstressed out\b|\bcan'?t stand\b|\bso done\b", "angry", PLAIN),
    (r"\bmiss (?:you|him|her|them|my|home)\b|\bpassed away\b|\bbroke up\b|\bfeel(?:ing)? down\b", "sad", STRONG),
    (r"\bover the moon\b|\bcan'?t wait\b|\blooking forward\b|\bmade my day\b|\bthank you\b", "happy", STRONG),
)

INTENSIFIERS = frozenset(
    """너무 너무너무 진짜 정말 참 완전 엄청 매우 아주 몹시 무척 굉장히 되게 대단히 훨씬 제일 가장 존나 졸라 겁나 개 핵 미친 ㄹㅇ
    ㅈㄴ ㅈㄹ 넘 넘나 넘넘 진심 정말로 진짜로 심하게 극도로 끔찍이 꽤 상당히 무지 억수로 레알 오지게 지리게 왕 그렇게 얼마나
    so very really too extremely super totally absolutely damn fucking incredibly deeply terribly most truly such
    """.split()
)
DIMINISHERS = frozenset(
    "조금 좀 약간 살짝 다소 쪼금 쬐끔 은근 그럭저럭 그나마 나름 slightly somewhat little bit kinda fairly maybe".split()
)
ENGLISH_NEGATIONS = frozenset(
    """not no never n't dont don't doesnt doesn't didnt didn't isnt isn't arent aren't wasnt wasn't werent weren't cant
    can't cannot wont won't wouldnt wouldn't couldn't couldnt shouldn't aint ain't hardly barely without nothing neither
    """.split()
)
