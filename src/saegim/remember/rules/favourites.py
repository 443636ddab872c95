"""Favourites: what people like best, follow, and are known for."""

from __future__ import annotations

from saegim.remember.rules import moods as mood
from saegim.remember.rules.checks import edible, is_nominal
from saegim.remember.rules.rule import Rule
from saegim.remember.rules.tastes import likeable, pleasing

_WHO = ("user", "other", "pet", "named")

# 생각보다, 예전보다: measured against something, not against another liking.
_MEASURES = "생각|예상|기대|평소|예전|전|남|옛날|지금|작년|어제|오늘|저번|지난번|처음|보기|가격"

RULES = (
    Rule(
        id="likes.rather",
        kind="preference",
        key="likes",
        pattern=f"START A* ~(?!(?:{_MEASURES})/)[^/]+ N* 보다/JKB J? A* (v: N+ ) ( 이|가|을|를/J )? A* ( 좋/VA OR 좋아하/VV OR 선호 하 ) END",
        content="{s:은} {v:을} 더 좋아한다.",
        check=pleasing,
        confidence=0.8,
        impact=0.5,
        without=("ᆯ", "을/ETM"),
        examples=(("아메리카노보다 라떼가 좋아", "라떼"), ("라면보다 우동이 좋아요", "우동")),
        counter_examples=(
            "아메리카노보다 라떼가 좋아?",
            "생각보다 맛이 좋아",
            "어제보다 컨디션이 좋아",
            "동생은 여름보다 겨울이 좋대",
            "작년보다 성적이 좋아",
        ),
    ),
    Rule(
        id="likes.not_without",
        kind="preference",
        key="likes",
        pattern="(v: N+ ) ( 없/VA 으면|이/E OR 없이/MAG ) J? A* 못 살/VV END",
        content="{s:은} {v:을} 무척 좋아한다.",
        over="sentence",
        conditional=True,
        denied=True,
        check=lambda tokens: pleasing(tokens) and edible(tokens),
        confidence=0.75,
        impact=0.5,
        avoid="ODFR",
        nowhere=("돈", "에어컨", "폰", "인터넷", "와이파이", "물", "사람"),
        examples=(("나 떡볶이 없으면 못 살아", "떡볶이"), ("저는 커피 없이는 못 살아요", "커피")),
        counter_examples=(
            "떡볶이 없으면 못 살아?",
            "너 없으면 못 살아",
            "에어컨 없으면 못 살아",
            "친구는 커피 없으면 못 산대",
        ),
    ),
    Rule(
        id="likes.happy_with",
        kind="preference",
        key="likes",
        pattern="(v: ~(?!날)[가-힣]+ ) ( 냄새|향|얼굴|소리|사진/N )? 만/J /VV 어도|면|으면/EC A* ( 행복 하 OR 기분 이? A* 좋 OR 스트레스 가? 풀리 OR 힐링 되 ) X*? END",
        content="{s:은} {v:을} 좋아한다.",
        over="sentence",
        conditional=True,
        check=likeable,
        confidence=0.75,
        impact=0.5,
        nowhere=("오늘", "어제", "아까", "었", "사람", "누구"),
        examples=(
            ("난 비 오는 날 파전 냄새만 맡아도 행복해", "파전"),
            ("저는 떡볶이만 먹으면 기분이 좋아져요", "떡볶이"),
        ),
        counter_examples=("떡볶이만 먹어도 행복해?", "동생은 게임만 하면 행복하대"),
    ),
    Rule(
        id="likes.supports",
        kind="preference",
        key="likes",
        pattern="START A* (v: N+ ) ( 을|를|만/J )? X{0,4}? 응원/N ( 하 OR 중 이? ) TAIL",
        content="{s:은} {v:을} 응원한다.",
        check=likeable,
        closing=True,
        without=("님",),
        examples=(("한화만 15년째 응원 중이야", "한화"),),
        counter_examples=("응원할게요!",),
    ),
    Rule(
        id="likes.any_such",
        kind="preference",
        key="likes",
        pattern="START (v: N+ ) 이/VCP 면|라면|기만 X? 다|무조건|전부 A* 좋|좋아하 TAIL",
        content="{s:은} {v:이라}면 다 좋아한다.",
        check=likeable,
        examples=(("면 종류면 다 좋아요", "면 종류"),),
        counter_examples=("시간만 되면 다 좋을 텐데",),
    ),
    Rule(
        id="likes.helplessly",
        kind="preference",
        key="likes",
        pattern="START ( /NP J* )? A* (v: N+ ) ( 이/VCP 라면|면 OR 에|만|은|는/J J? ) X*? ( 사족 을? 못 쓰 OR 죽 고 못 살 OR 환장 하 OR 껌뻑 죽 ) TAIL",
        content="{s:은} {v:을} 무척 좋아한다.",
        over="sentence",
        denied=None,
        conditional=True,
        check=likeable,
        examples=(("면 요리라면 사족을 못 써", "면 요리"),),
        counter_examples=("면 요리라면 사족을 못 써?",),
    ),
    Rule(
        id="likes.thats_me",
        kind="preference",
        key="likes",
        pattern="START (v: X+? ) ( 좋아하 는 OR 좋/VA 은 OR 사랑하 는 ) 사람 나|저 X{0,3} END",
        content="{s:은} {v:을} 좋아한다.",
        moods=(mood.TELL, mood.ASK),
        check=likeable,
        examples=(("고수 좋아하는 사람 나야 나", "고수"),),
        counter_examples=("고수 좋아하는 사람 많지",),
    ),
    Rule(
        id="likes.joy",
        kind="preference",
        key="likes",
        pattern=(
            "START (v: X+? ) 이|가|은|는/J ( X*? 의/JKG )? ( 유일 하 ᆫ OR X ᆫ/ETM )? 낙|행복|"
            "힐링|즐거움|열정|인생|전부|보람 ( 이/VCP )? END"
        ),
        content="{s:은} {v:을} 낙으로 삼는다.",
        over="full",
        check=likeable,
        without=("이름", "성함"),
        examples=(("퇴근하고 맥주 마시는 게 내 낙이야", "맥주"),),
        counter_examples=("차 막히는 게 제 삶의 낙이죠",),
    ),
    Rule(
        id="likes.fan",
        kind="preference",
        key="likes",
        pattern=(
            "START A* ( V ᆫ|은/ETM OR 엄청나|대단하 ᆫ )? (v: N+? ) 의? 팬|광|덕후|매니아|마니아|광팬|"
            "오타쿠|덕질|애호가|러버/N 이/VCP|하|중? X? END"
        ),
        content="{s:은} {v:을} 좋아한다.",
        over="full",
        check=likeable,
        each=True,
        examples=(("나 두산 팬이야", "두산"), ("저 필기구 덕후예요", "필기구")),
        counter_examples=("너 두산 팬이야?", "친구가 두산 팬이래"),
    ),
    Rule(
        id="likes.camp",
        kind="preference",
        key="likes",
        pattern="START ( X+? 보다/JKB J* )? A* (v: ( ~[가-힣]{1,4}파 OR N 파/V ) ) ( 이/VCP )? END",
        content="{s:은} {v:이다}.",
        check=lambda tokens: (
            tokens[-1].form not in ("양파", "대파", "쪽파", "실파", "한파", "인파", "여파", "노파")
        ),
        said=True,
        confidence=0.7,
        impact=0.4,
        examples=(("저는 산보다 바다파예요", "바다"),),
        counter_examples=("저는 양파예요", "너는 바다파야?"),
    ),
    Rule(
        id="likes.favourite",
        kind="preference",
        key="likes",
        pattern=(
            "START ( 최애 N* OR 응원 팀 OR 응원팀 OR A* 좋아하 는/ETM ( N 의? )+ OR 인생 N ) 은|는|"
            "이|가|ᆫ/J A*? (v: X+? ) 이/VCP? END"
        ),
        content="{s:은} {v:을} 좋아한다.",
        who=_WHO,
        check=lambda tokens: likeable(tokens) and is_nominal(tokens) and tokens[-1].tag != "ETN",
        each=True,
        without=("사람", "남자", "여자", "누나", "오빠", "여자애", "남자애"),
        examples=(
            ("제일 좋아하는 계절은 가을이야", "가을"),
            ("최애 과자는 새우깡임", "새우깡"),
            ("제가 가장 좋아하는 작가는 정세랑입니다", "정세랑"),
        ),
        counter_examples=(
            "제일 좋아하는 계절은 뭐야?",
            "네가 좋아하는 계절은 가을이지?",
            "좋아하는 감정이 나를 슬프게 해",
        ),
    ),
    Rule(
        id="likes.favourite_person",
        kind="preference",
        key="likes",
        pattern=(
            "START ( 나|저 가|의/J )? ( 최애 N* OR A* 좋아하 는/ETM N* @HJ ) 은|는|이|가|ᆫ/J A*? (v: N+ ) 이/VCP END"
        ),
        content="{s:은} {v:을} 좋아한다.",
        over="raw",
        who=("user", "stranger"),
        check=likeable,
        without=("사람", "남자", "여자"),
        examples=(("최애 가수는 아이유예요", "아이유"),),
        counter_examples=("걔가 좋아하는 가수는 아이유야", "최애 가수는 누구야?"),
    ),
    Rule(
        id="likes.is_favourite",
        kind="preference",
        key="likes",
        pattern="START (v: X+? ) 은|는|이|가/J ( 나|저 가|의/J )? A* 좋아하 는/ETM ( N 의? )+ 이/VCP END",
        content="{s:은} {v:을} 좋아한다.",
        over="raw",
        who=("user", "named", "stranger", "pet"),
        subject="user",
        check=likeable,
        examples=(("체조는 내가 가장 좋아하는 운동이야", "체조"),),
        counter_examples=("그건 내가 가장 좋아하는 운동이야", "체조는 네가 좋아하는 운동이지?"),
    ),
)
