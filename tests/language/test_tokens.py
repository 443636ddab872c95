"""Token counts: how close the estimate is, what an exact counter gives, and that cuts keep their budget."""

from __future__ import annotations

import sys
import threading
import time
import unicodedata
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from saegim.errors import InvalidInput, MissingExtra
from saegim.language.tokens import (
    MESSAGE_OVERHEAD_TOKENS,
    Counter,
    count_messages,
    cut_to_tokens,
    estimate_tokens,
    load_counter,
)

# One sample a line, or one between lines of "---" where the sample itself has lines. All of them were
# written for this test. None was used to fit the weights; they did settle how far the estimate leans high.
KOREAN = """
아 오늘 진짜 너무 피곤하다 ㅠㅠ 야근 실화냐고
ㅋㅋㅋㅋㅋㅋ 야 그거 봤어? 나 배꼽 빠지는 줄 알았잖아
엄마가 김치 보내준대서 냉장고 정리하는 중이야
주말에 시간 되면 같이 등산 갈래? 단풍이 예쁘다던데
저는 땅콩 알레르기가 있어서 소스에 뭐가 들어가는지 꼭 확인해야 해요.
면접 결과가 내일 나온다는데 떨려서 잠이 안 옵니다.
강아지가 어제부터 밥을 안 먹어서 병원에 데려가려고요
월세 올려 달라는데 이거 법적으로 몇 퍼센트까지 되는 거죠?
정부는 오늘 오후 국무회의를 열고 내년도 예산안을 의결했다고 밝혔다.
이번 조사에 따르면 응답자의 절반 이상이 재택근무를 선호하는 것으로 나타났다.
귀하의 무궁한 발전을 기원하오며, 아래와 같이 안내 말씀 드립니다.
첨부하신 서류를 검토한 결과 보완이 필요한 사항이 있어 회신드립니다.
몰라... 그냥 다 귀찮고 아무것도 하기 싫어
헐 대박ㅋㅋㅋ 걔네 결국 사귄대?? 언제부터래
할머니 생신이라 시골 내려왔는데 공기가 정말 다르네요
어릴 때 살던 동네에 가 봤더니 놀이터가 주차장으로 바뀌었더라.
감기약 먹고 운전해도 되나요? 졸음이 온다고 써 있긴 한데요.
그 식당 된장찌개는 짜지 않고 구수해서 자꾸 생각나요
시험이 코앞인데 공부는 하나도 안 했고 큰일 났다 진짜
요즘 잠들기 전에 책을 열 쪽씩 읽는 습관을 들이고 있습니다.
퇴사하고 나니까 홀가분하면서도 좀 불안하네
버스를 놓치는 바람에 회의에 십 분이나 늦고 말았다.
얘들아 나 드디어 운전면허 땄다아아아 축하해 줘라
남편이랑 싸웠는데 먼저 사과하기는 싫고 어떡하지
뭐먹지뭐먹지 배고파죽겠는데 냉장고에 아무것도없음
낼 몇시에 볼까?? 난 두시쯤이 조을거가튼데
갠차나갠차나 담에 또 하면 되지 머 ㅎㅎ
아이가 유치원에서 배운 노래를 하루 종일 불러요.
허리가 아파서 정형외과에 갔더니 물리치료를 꾸준히 받으라고 하더군요
겨울 바다는 쓸쓸하지만 그 나름의 멋이 있다고 생각한다
적금 만기가 다음 달인데 예금으로 갈아탈지 고민 중이에요.
이사 견적을 세 군데서 받았는데 가격 차이가 꽤 크네요
동생이 군대에서 첫 휴가를 나와서 가족끼리 고기 먹었어
선생님, 지난번에 말씀하신 과제 제출 기한이 언제까지인가요?
옥상에서 방울토마토를 키우는데 벌써 열매가 맺혔지 뭐예요
쌀쌀한 바람이 불어오는 골목 끝에서 붕어빵 냄새가 났다.
삐뚤빼뚤한 글씨로 쓴 쪽지를 아직도 지갑 속에 넣고 다닌다.
꿨던 꿈이 너무 생생해서 깨고 나서도 한참을 멍하니 앉아 있었어
읽씹당한 지 사흘째 ㅜㅜ 그냥 포기할까 봐
넵 알겠습니다! 금일 중으로 수정해서 다시 보내드리겠습니다.
올해 안에 꼭 이루고 싶은 일을 세 가지만 골라 보자면 건강, 저축, 그리고 여행이다.
오빠 나 지금 지하철인데 사람이 너무 많아서 숨을 못 쉬겠어
""".strip().split("\n")

NFD_KOREAN = [
    unicodedata.normalize("NFD", text)
    for text in (
        "맥에서 복사해 온 파일 이름이 이상하게 보여요",
        "회의록 최종본 진짜 최종",
        "내일 아침 일곱 시에 깨워 줘",
        "땅콩 알레르기가 있다",
        "제주도 여행 사진 정리하기",
    )
]

ENGLISH = """
honestly i can't believe it's already thursday lol
Can you remind me to call my mom tomorrow around noon?
We went hiking last weekend and the view from the top was amazing.
idk man, she just stopped replying to my texts
I'm allergic to shellfish, so please double-check the menu for me.
My landlord finally fixed the heater after three weeks of complaining.
What should I cook tonight? I have chicken, rice and some spinach.
He's been working on the same project for almost two years now.
The meeting got pushed to Friday because half of the team is sick.
I think I left my umbrella on the bus again. Third time this month!
Our daughter starts kindergarten in September and I am not ready.
omg the new season is so good, no spoilers please!!!
Do you remember the name of that little bookstore near the station?
I've decided to quit coffee for a month and see how it goes.
The doctor said my blood pressure is slightly higher than it should be.
Thanks for listening yesterday, it really helped me calm down.
My brother adopted a three-legged cat and named her Pirate.
Could you summarize what we talked about last time?
She told me she wanted to travel through South America for six months.
It was raining so hard that we couldn't see the road at all.
I paid $42.50 for parking. Forty-two dollars and fifty cents!
The results, which were published on Monday, surprised nearly everyone.
Although the committee agreed on most points, it postponed the final vote until spring.
Photosynthesis converts light into chemical energy that plants can store and use later.
In 1998 the company moved its headquarters from a garage to a proper office building.
Please find attached the revised agreement; let us know if anything is unclear.
Note: the warranty does not cover damage caused by improper installation.
haha yeah that's exactly what I was thinking
why does my back hurt every single morning ugh
Dinner at eight? I'll bring dessert if you make the salad.
I used to play the violin when I was a kid, but I quit in high school.
We need eggs, milk, bread, butter, and something for breakfast on Sunday.
Sorry, I totally forgot about your birthday. Let me make it up to you.
The train leaves at 7:45, so we should be at the platform by half past.
You were right about the neighborhood; it's quiet and the people are friendly.
My therapist suggested writing down three good things every evening.
They refused to refund the ticket even though the flight was cancelled.
I'm saving up for a used car, maybe a small hatchback.
Nobody told me the office would be closed on Wednesday.
If it doesn't work out, we can always go back to the original plan.
The soup tasted wonderful, but there was far too much salt in the stew.
""".strip().split("\n")

CODE = """
def greet(name: str) -> str:
    return f"Hello, {name}!"
---
for i, row in enumerate(rows):
    if not row:
        continue
    total += row["amount"] * rate
---
class Node:
    def __init__(self, value, next=None):
        self.value = value
        self.next = next
---
import json
with open(path, encoding="utf-8") as f:
    data = json.load(f)
---
try:
    response = client.get(url, timeout=10)
    response.raise_for_status()
except HTTPError as error:
    log.warning("request failed: %s", error)
---
const total = items.reduce((sum, item) => sum + item.price * item.qty, 0);
---
export async function fetchUser(id) {
  const res = await fetch(`/api/users/${id}`);
  if (!res.ok) throw new Error(res.statusText);
  return res.json();
}
---
document.querySelectorAll(".menu a").forEach((link) => link.addEventListener("click", onClick));
---
{"id": 17, "name": "mina", "tags": ["food", "travel"], "active": true, "score": 0.82}
---
{
  "version": 2,
  "items": [
    {"sku": "A-100", "price": 12900},
    {"sku": "B-205", "price": 4500}
  ]
}
---
server:
  host: 127.0.0.1
  port: 8080
logging:
  level: info
---
services:
  db:
    image: postgres:16
    environment:
      POSTGRES_PASSWORD: secret
    ports: ["5432:5432"]
---
SELECT u.name, COUNT(*) AS orders FROM users u JOIN orders o ON o.user_id = u.id GROUP BY u.name;
---
CREATE TABLE memory (
  id TEXT PRIMARY KEY,
  content TEXT NOT NULL,
  importance REAL DEFAULT 0.5
);
---
INSERT INTO turns (session_id, role, content) VALUES (?, ?, ?)
---
https://www.example.com/search?q=memory&lang=ko&page=2
---
https://docs.example.org/en/latest/guide/install.html#requirements
---
git commit -m "Fix the off-by-one error in the pager"
---
curl -s -X POST http://localhost:8000/v1/turns -H "Content-Type: application/json" -d @turn.json
---
#!/bin/sh
set -eu
for f in *.txt; do
  mv "$f" "${f%.txt}.md"
done
---
pip install "saegim[server]" && saegim serve --port 9000
---
public static int fib(int n) {
    return n < 2 ? n : fib(n - 1) + fib(n - 2);
}
---
fn main() {
    let numbers = vec![1, 2, 3];
    println!("{}", numbers.iter().sum::<i32>());
}
---
func (s *Store) Get(key string) (string, error) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.data[key], nil
}
---
.button:hover { background-color: #3366ff; border-radius: 4px; }
---
<div class="card"><h2>Title</h2><p>Some text here.</p></div>
---
pattern = re.compile(r"(\\d{4})-(\\d{2})-(\\d{2})")
---
assert response.status_code == 200, response.text
---
result = sorted(scores.items(), key=lambda pair: pair[1], reverse=True)[:10]
---
@dataclass(frozen=True)
class Point:
    x: float
    y: float
---
if __name__ == "__main__":
    main()
---
while (ptr != NULL && ptr->next != NULL) {
    ptr = ptr->next;
}
---
#include <stdio.h>
int main(void) { printf("hi\\n"); return 0; }
---
2024-05-17 10:32:07,412 ERROR worker[3] job 8841 failed after 3 attempts
---
| name  | age | city  |
|-------|-----|-------|
| Alice | 31  | Paris |
---
year,month,sales
2023,1,1200
2023,2,1350
2023,3,990
---
[tool.ruff]
line-length = 110
target-version = "py311"
---
type Props = { title: string; onClose?: () => void };
---
UPDATE users SET last_seen = NOW() WHERE id IN (1, 2, 3) AND deleted_at IS NULL;
---
df.groupby("city")["price"].mean().sort_values(ascending=False).head(5)
---
raise ValueError(f"expected {expected} tokens, got {actual}")
---
const [count, setCount] = useState(0);
useEffect(() => { document.title = `${count}`; }, [count]);
""".strip().split("\n---\n")

EMOJI = """
😀😃😄😁😆😅😂🤣😊😇🙂🙃😉😌😍🥰😘😗😙😚
🐶🐱🐭🐹🐰🦊🐻🐼🐨🐯🦁🐮🐷🐸🐵🐔🐧🐦🐤🦆
🍎🍊🍋🍌🍉🍇🍓🍒🍑🥭🍍🥥🥝🍅🍆🥑🥦🥬🥒🌶️
👨‍👩‍👧‍👦 👩‍💻 👨‍🍳 🧑‍🎓 👩🏻‍🚀 🏳️‍🌈 ❤️‍🔥
🇰🇷🇺🇸🇯🇵🇨🇳🇬🇧🇫🇷🇩🇪🇮🇹🇪🇸🇨🇦🇦🇺🇧🇷
👍🏻👍🏼👍🏽👍🏾👍🏿 👋🏻👋🏽👋🏿 🙏🏼🙏🏾 💪🏻💪🏿
❤️🧡💛💚💙💜🖤🤍🤎💔❣️💕💞💓💗💖💘💝
오늘 생일이에요 🎂🎉🎈 다들 축하해 줘서 고마워요 🥹🫶
비 온다 ☔☔ 우산 챙겨 나가세요 여러분 🌧️💦
드디어 퇴근!!! 🏃‍♂️💨🍺🍻 오늘은 치킨이다 🍗
아 진짜 웃겨 😂😂😂😂😂 배 아파 죽겠네
고양이가 또 사고 쳤어요 🙀🐈‍⬛💥 화분이 와장창 🪴
합격했어요 😭😭😭🙏🙏 믿기지가 않아요 ✨✨
good morning ☀️🌻 have a great day everyone 😊💛
I got the job!!! 🎉🎉🥳🥳 so happy right now 😭
pizza night 🍕🍕🍺 who is coming over?? 🙋‍♀️🙋‍♂️
can't stop laughing 🤣🤣🤣💀💀 this is too much
happy new year 🎆🎇🥂🍾 see you all in january ❄️
this is fire 🔥🔥🔥 best album of the year 💯💯
miss you so much 🥺🥺💔 come back soon ✈️🏠
운동 완료 💪💪🏋️‍♀️ 오늘도 뿌듯하다 😤🔥
여행 가고 싶다 ✈️🏝️🌊🍹 제주도 어때 🍊
커피 ☕☕☕ 세 잔째인데 아직도 졸려 😪💤
시험 망했다 😱😱📉 나 어떡해 🆘🆘 ㅠㅠ
자기야 사랑해 💕💕💕😘😘 이따 봐 👋
우리 강아지 🐶🐾 목욕했어요 🛁🫧 뽀송뽀송 ✨
새해 복 많이 받으세요 🙇‍♂️🙇‍♀️🎍🧧🐍
할 일: ✅ 장보기 ✅ 청소 ❌ 빨래 ❌ 운동
1️⃣ 물 끓이기 2️⃣ 면 넣기 3️⃣ 스프 넣기 4️⃣ 먹기
⭐⭐⭐⭐⭐ 배송 빠르고 포장도 꼼꼼해요 👍👍
⚠️⚠️ 주의 🚫 만지지 마시오 ⛔❗❗❗
👀👀👀 뭐야 뭐야 무슨 일이야 🤔🤔🍿
🎵🎶 la la la 🎤🎸🥁 concert tonight 🎫
🏆🥇 we won!!! ⚽⚽⚽ 3-1 🇰🇷🇰🇷🇰🇷
🤦🏻‍♀️🤦🏻‍♂️ 또 지갑을 두고 나왔네 🤷🏻‍♀️
🌸🌷🌹🌺🌼 봄이 왔나 봄 🦋🐝🍃
🚗💨🚙🚌🚑 길이 너무 막혀요 😡😡🤬
🎃👻🕷️🕸️🦇 happy halloween 🍬🍭🧛‍♂️
🤒🤧🌡️💊 감기 조심하세요 🍵🧣
📚📖✏️📝 시험공부 중 🤓☕🌙
🙂 네 알겠습니다 🙂 그렇게 할게요 🙂🙂
""".strip().split("\n")

MIXED = """
오늘 meeting에서 나온 feedback 정리해서 Notion에 올려 줘
Python으로 크롤러 짜는데 requests가 자꾸 timeout 나요
이번 주 deadline이 Friday 6PM인 거 맞죠?
React 컴포넌트에서 useState 대신 useReducer를 쓰는 게 나을까요?
아이폰 15 Pro 256GB 중고 가격이 보통 얼마야?
나 어제 Netflix에서 The Office 정주행 시작했어 ㅋㅋ
PR 올렸으니까 LGTM 한 번만 눌러 주세요 plz
서버 CPU가 95%까지 올라가서 pod을 3개 더 띄웠습니다.
회의 링크: https://meet.example.com/abc-defg-hij 입니다
제 이메일은 minji.kim@example.com 이고 번호는 010-1234-5678이에요
총 금액은 1,254,000원이고 부가세 10% 별도입니다.
2024년 3월 15일 오후 2시 30분, 강남역 11번 출구
다음 주 월요일(4/8) 10:00~11:30 회의실 B에서 봬요
JSON 파일의 "name" 필드가 null이면 에러가 나네요
SELECT 문에서 WHERE created_at >= '2024-01-01' 조건이 안 먹어요
GPT한테 물어봤더니 hallucination이 심하더라고
컨버스 척테일러 270 사이즈 black 색상 재고 있나요
K-POP 중에서 R&B랑 ballad를 제일 많이 들어
"Hello"는 한국어로 "안녕하세요"라고 해요.
docker compose up -d 하니까 port already in use 떠요
v2.3.1로 업데이트하고 나서 dark mode가 깨졌어요
Wi-Fi 비밀번호는 coffee2024! 입니다
오늘의 TODO: 1) 빨래 2) email 답장 3) 헬스장 PT
내 MBTI는 INFP인데 요즘은 ISFJ로 나오더라
TV 보다가 OTT 뭐 구독할지 고민됨, Disney+ 어때?
error: cannot find module './utils' 이거 왜 나는 거죠
체온 38.5도, 혈압 120/80, 심박수 72bpm
내일 최저 -3℃, 최고 7℃, 강수 확률 60%
한국(Korea), 일본(Japan), 대만(Taiwan) 중 어디 갈까
if문 안에 return이 없어서 None이 나오는 것 같아요
A/B 테스트 결과 B안의 CTR이 2.4%p 높았습니다
엄마가 new year's eve에 뭐 하냐고 물어보심 ㅎㅎ
USB-C to HDMI 케이블 2m짜리 추천 좀
어제 산 LG 그램 17인치 SSD가 512GB네
LA 갈비 1kg에 39,900원이면 괜찮은 deal 아니야?
점심 메뉴: 제육볶음(8,500원) / 김치찌개(8,000원) / salad(9,000원)
My Korean teacher says "천천히 말해도 괜찮아" every time.
I learned the word 눈치 today, and it's so hard to translate!
She calls her grandmother 할머니 and always brings her 귤.
The sign said 출입금지, which means "no entry".
한줄 요약: the model overfits, so we need more data.
일본어로 감사합니다는 ありがとうございます, 중국어로는 谢谢
""".strip().split("\n")

CLASSES = {
    "Korean": KOREAN + NFD_KOREAN,
    "English": ENGLISH,
    "code": CODE,
    "emoji": EMOJI,
    "mixed": MIXED,
}

MEAN_ERROR = 0.10
WORST_UNDER = -0.20


@pytest.fixture(scope="module")
def exact() -> Counter:
    pytest.importorskip("bpe_openai", reason="the extra `tokens` is not installed")
    return load_counter("o200k_base")


def relative_errors(texts: list[str], exact: Counter) -> list[float]:
    return [estimate_tokens(text) / exact(text) - 1 for text in texts]


@pytest.mark.parametrize("name", CLASSES)
def test_the_estimate_is_within_a_tenth_on_average(name: str, exact: Counter) -> None:
    errors = relative_errors(CLASSES[name], exact)
    assert len(errors) >= 40
    assert abs(sum(errors) / len(errors)) <= MEAN_ERROR


@pytest.mark.parametrize("name", CLASSES)
def test_the_estimate_is_never_a_fifth_too_low(name: str, exact: Counter) -> None:
    errors = relative_errors(CLASSES[name], exact)
    worst, text = min(zip(errors, CLASSES[name], strict=True))
    assert worst >= WORST_UNDER, text


@pytest.mark.parametrize("name", CLASSES)
def test_a_conversation_is_estimated_more_closely_than_a_line(name: str, exact: Counter) -> None:
    text = "\n".join(CLASSES[name])
    assert -0.02 <= estimate_tokens(text) / exact(text) - 1 <= MEAN_ERROR


def test_an_empty_text_takes_no_tokens_and_any_other_at_least_one() -> None:
    assert estimate_tokens("") == 0
    for text in (" ", "\n", "a", "가", "ㅋ", "😀", "///", "\ud83d"):
        assert 1 <= estimate_tokens(text) <= 2


@given(st.text(min_size=1))
def test_any_text_has_a_positive_estimate(text: str) -> None:
    assert estimate_tokens(text) >= 1


def test_decomposed_korean_is_known_to_cost_far_more(exact: Counter) -> None:
    composed = "제주도 여행 사진을 정리했어요"
    decomposed = unicodedata.normalize("NFD", composed)
    assert estimate_tokens(decomposed) > 5 * estimate_tokens(composed)
    assert exact(decomposed) > 5 * exact(composed)


def test_a_very_long_text_is_estimated_in_linear_time() -> None:
    def seconds(text: str) -> float:
        started = time.perf_counter()
        estimate_tokens(text)
        return time.perf_counter() - started

    unspaced = "가나다라마바사" * 20_000
    # 140,000 unspaced syllables take a pure-Python tokenizer minutes; the bound is for slow machines.
    assert min(seconds(unspaced) for _ in range(3)) < 1.0


def test_exact_counters_agree_with_published_counts(exact: Counter) -> None:
    # "hello world" is 24912, 2375 in o200k_base and 15339, 1917 in cl100k_base.
    assert exact("hello world") == 2
    assert load_counter("cl100k_base")("hello world") == 2
    assert exact("") == 0
    # o200k_base knows more Korean words, so a mixed-up encoding shows.
    korean = "\n".join(KOREAN)
    assert load_counter("cl100k_base")(korean) > 1.3 * exact(korean)


def test_special_token_names_in_a_message_are_counted_as_text(exact: Counter) -> None:
    assert exact("<|endoftext|>") > 1


def test_a_text_of_more_than_200_000_tokens_is_counted(exact: Counter) -> None:
    assert exact("가 나 다 " * 100_000) > 200_000


def test_a_broken_surrogate_is_counted(exact: Counter) -> None:
    assert exact("깨진 글자 \ud83d 하나") > 0


def test_threads_share_one_exact_counter(exact: Counter) -> None:
    expected = [exact(text) for text in KOREAN]
    wrong: list[str] = []

    def recount() -> None:
        count = load_counter("o200k_base")
        wrong.extend(text for text, tokens in zip(KOREAN, expected, strict=True) if count(text) != tokens)

    threads = [threading.Thread(target=recount) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []


def test_the_default_counter_needs_nothing_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "bpe_openai", None)
    assert load_counter()("안녕하세요") == estimate_tokens("안녕하세요")


def test_an_exact_counter_without_its_extra_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    from saegim.language import tokens

    monkeypatch.setitem(sys.modules, "bpe_openai", None)
    tokens._load_exact.cache_clear()
    try:
        with pytest.raises(MissingExtra) as raised:
            load_counter("o200k_base")
    finally:
        tokens._load_exact.cache_clear()
    assert raised.value.extra == "tokens"
    assert "saegim[tokens]" in str(raised.value)


def test_an_unknown_counter_is_refused_with_the_known_names() -> None:
    with pytest.raises(InvalidInput) as raised:
        load_counter("p50k")
    assert raised.value.field == "counter"
    assert "o200k_base" in str(raised.value)


def test_messages_cost_their_content_and_four_tokens_each() -> None:
    messages = [{"role": "user", "content": "오늘 뭐 먹지?"}, {"role": "assistant", "content": ""}]
    assert count_messages(messages, len) == len("오늘 뭐 먹지?") + 2 * MESSAGE_OVERHEAD_TOKENS
    assert MESSAGE_OVERHEAD_TOKENS == 4
    assert count_messages([], len) == 0


def words(text: str) -> int:
    return len(text.split())


# Counters of different kinds: one that is exact in characters, one that jumps, one that is fitted.
COUNTERS: dict[str, Callable[[str], int]] = {"characters": len, "words": words, "estimate": estimate_tokens}
TEXTS = st.one_of(
    st.text(max_size=200),
    st.text(alphabet="가나다 라마바. 사아\n자차카!? abc…ㅋ", max_size=200),
    st.text(alphabet="👨‍👩‍👧🇰🇷🇺🇸👍🏽❤️é한글 \u0301", max_size=60),
    st.sampled_from(KOREAN + ENGLISH + CODE + EMOJI + MIXED + NFD_KOREAN),
)


@given(
    text=TEXTS,
    budget=st.integers(-2, 80),
    counter=st.sampled_from(sorted(COUNTERS)),
    keep=st.sampled_from(["head", "tail"]),
    ellipsis=st.sampled_from(["…", "", "...", " [이하 생략]"]),
)
@settings(max_examples=400, deadline=None)
def test_a_cut_keeps_its_budget_and_is_a_part_of_the_text(
    text: str, budget: int, counter: str, keep: str, ellipsis: str
) -> None:
    count = COUNTERS[counter]
    cut = cut_to_tokens(text, budget, count, keep="head" if keep == "head" else "tail", ellipsis=ellipsis)
    assert count(cut) <= max(0, budget)
    if cut == text or not cut:
        assert cut == "" or count(text) <= budget
    elif keep == "head":
        assert text.startswith((cut, cut.removesuffix(ellipsis)))
        assert cut.removesuffix(ellipsis)
    else:
        assert text.endswith((cut, cut.removeprefix(ellipsis)))
        assert cut.removeprefix(ellipsis)
    again = cut_to_tokens(cut, budget, count, keep="head" if keep == "head" else "tail", ellipsis=ellipsis)
    assert again == cut


@given(text=TEXTS, budget=st.integers(1, 40))
@settings(max_examples=200, deadline=None)
def test_a_cut_keeps_an_exact_budget_too(text: str, budget: int) -> None:
    pytest.importorskip("bpe_openai", reason="the extra `tokens` is not installed")
    count = load_counter("o200k_base")
    for keep in ("head", "tail"):
        assert count(cut_to_tokens(text, budget, count, keep=keep)) <= budget  # type: ignore[arg-type]


@given(text=st.text(alphabet="가나다라마바사아자차", min_size=30, max_size=120), budget=st.integers(2, 25))
def test_a_cut_without_gaps_uses_the_whole_budget(text: str, budget: int) -> None:
    assert cut_to_tokens(text, budget, len) == text[: budget - 1] + "…"
    assert cut_to_tokens(text, budget, len, keep="tail") == "…" + text[len(text) - budget + 1 :]


@pytest.mark.parametrize("budget", [0, -1])
def test_no_budget_leaves_nothing(budget: int) -> None:
    assert cut_to_tokens("안녕하세요", budget, len) == ""


def test_a_text_that_fits_is_left_alone() -> None:
    assert cut_to_tokens("  그대로  ", 7, len) == "  그대로  "


def test_a_cut_ends_after_a_sentence_when_one_is_near() -> None:
    text = "어제는 종일 비가 왔어요. 그래서 집에서 영화를 두 편 봤습니다."
    assert cut_to_tokens(text, 18, len) == "어제는 종일 비가 왔어요.…"


def test_a_cut_ends_after_a_word_when_no_sentence_is_near() -> None:
    text = "어제는 종일 비가 와서 집에서 영화를 두 편이나 봤습니다"
    assert cut_to_tokens(text, 16, len) == "어제는 종일 비가 와서…"
    assert cut_to_tokens(text, 17, len, keep="tail") == "…영화를 두 편이나 봤습니다"


def test_a_tail_starts_at_a_sentence_when_one_is_near() -> None:
    text = "어제는 종일 비가 왔어요. 그래서 집에서 영화를 두 편 봤습니다."
    assert cut_to_tokens(text, 25, len, keep="tail") == "…그래서 집에서 영화를 두 편 봤습니다."


def test_a_long_word_is_cut_inside_rather_than_lost() -> None:
    assert cut_to_tokens("아 " + "가" * 50, 20, len) == "아 " + "가" * 17 + "…"


def test_without_room_for_the_ellipsis_the_text_is_kept() -> None:
    assert cut_to_tokens("안녕하세요", 3, len, ellipsis=" [이하 생략]") == "안녕하"


@pytest.mark.parametrize(
    "character",
    ["👨‍👩‍👧", "🇰🇷", "👍🏽", "❤️‍🔥", "1️⃣", "é", unicodedata.normalize("NFD", "한"), "🏴󠁧󠁢󠁥󠁮󠁧󠁿"],
    ids=["family", "flag", "skin tone", "heart on fire", "keycap", "combining accent", "jamo", "flag tags"],
)
@pytest.mark.parametrize("keep", ["head", "tail"])
def test_what_looks_like_one_character_is_never_split(character: str, keep: str) -> None:
    text = character * 6
    for budget in range(1, len(text)):
        cut = cut_to_tokens(text, budget, len, keep="head" if keep == "head" else "tail", ellipsis="")
        assert cut == character * (budget // len(character))


def test_cutting_a_book_to_a_line_does_not_read_the_book_again_and_again() -> None:
    text = "한 문장이 끝나고 다음 문장이 온다. " * 20_000
    read = 0

    def count(piece: str) -> int:
        nonlocal read
        read += len(piece)
        return len(piece)

    assert len(cut_to_tokens(text, 100, count)) <= 100
    assert read < len(text) + 20_000
