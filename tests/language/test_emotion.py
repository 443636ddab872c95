from __future__ import annotations

import unicodedata
from enum import Enum
from functools import lru_cache

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from saegim.language.emotion import (
    DEFAULT_ASSETS,
    LABELS,
    NEUTRAL,
    WIDE_ENGLISH,
    WIDE_LABELS,
    Emotion,
    asset_for,
    classify_vector,
    detect_emotion,
    emotion_scores,
    from_wide,
    normalise_emotion,
    to_wide,
)
from saegim.language.emotion.classify import weights_file
from saegim.language.emotion.forms import predicate_forms
from saegim.language.morphemes import Analysis, BigramAnalyser, KiwiAnalyser

SPACE = "saegim-encoder/3"


class Mood(Enum):
    """As structured output names it."""

    SAD = "sad"


@lru_cache(maxsize=1)
def _analyser() -> KiwiAnalyser:
    return KiwiAnalyser()


def _analysed(text: str) -> Analysis:
    (analysis,) = _analyser().analyse([text])
    return analysis


def _felt(text: str) -> Emotion:
    return detect_emotion(text, _analysed(text))


CHAT = {
    "sad": """
        나 오늘 너무 슬퍼|오늘 좀 우울하네|우울해 ㅠㅠ|눈물이 나요|계속 눈물만 나|아까 혼자 울었어
        할머니가 돌아가셨어요|할머니 보고 싶어|보고싶다...|너무 보고 싶어요
        요즘 너무 지쳐... 회사 일이 힘들어|힘들어 죽겠어|외로워|외롭고 쓸쓸한 밤이네요|속상해 진짜
        서운하네 좀|섭섭했습니다|남자친구랑 헤어졌어|면접에서 떨어졌어 ㅠㅠ|시험 망했어ㅜㅜ
        하나도 안 행복해|별로 행복하지가 않네요|기분이 안 좋아|오늘은 기분이 좋지 않아요|마음이 아파
        가슴이 아프네요|나너무슬퍼|슬프다|슬픕니다|슬펐어요|그리워요 그때가|죽고 싶다|살기 싫다|후회돼
        미안해 ㅠㅠ|아쉽다|실망이야|걱정돼서 잠이 안 와|불안해요|무서워|ㅠㅠㅠㅠ|😭😭|흑흑
        우리 강아지가 아파요|옛날엔 행복했었는데|좋았었는데 이제 끝났네|짠하다 진짜
        처음엔 좋았는데 지금은 너무 힘들어|괴롭다|I'm so sad today|I feel lonely|i miss you
        I'm not happy at all|She passed away last year|i cried all night
    """,
    "happy": """
        오늘 너무 행복해!|행복합니다|신난다!!|완전 신나|기뻐서 눈물이 나|기뻐요|오늘 기분 좋아
        기분이 너무 좋다|합격했어!!!!|드디어 취업했어 너무 기뻐|고마워|감사합니다|고마워 ㅠㅠ
        진짜 고마워요 ㅠㅠㅠ|사랑해|나 고양이 너무 좋아해|재밌다|재미있었어요|개웃겨 ㅋㅋㅋ|ㅋㅋㅋㅋㅋㅋ
        ㅎㅎㅎ|ㅈㄴ 웃기네|설렌다|내일 여행 가는데 너무 설레|다행이다|축하해|최고야|짱이다|행벅해
        오늘 저녁 진짜 맛있었어|즐거운 하루였습니다|뿌듯하네|너무 귀여워|예쁘지 않아?|정말 좋지 않아요?
        완전 꿀잼|😊|좋은 하루 ❤️|반가워요|감동이야 ㅠㅠ|기대된다|오늘 칭찬 받아서 기분 최고|마음에 들어
        힘들었지만 너무 뿌듯해|야호|앗싸 내일 쉰다|좋아!|나 승진했어|I'm so happy|this is awesome
        thank you so much|can't wait to see you|I love this song|haha that's funny
    """,
    "angry": """
        화나|화났어 진짜|화가 난다|화가 많이 났어요|개빡쳐|아 빡쳐ㅡㅡ|존나 짜증나네|짜증 나 죽겠어
        짜증난다고|열받아|열 받네 진짜|스트레스 받아|스트레스받아서 미치겠어|어이없네|어이가 없다 정말
        기분 나빠|재수없어|꼴도 보기 싫어|진짜 싫어|시발 진짜|ㅅㅂ|답답해 미치겠다|억울해|황당하네요
        뻔뻔하다|최악이야|지긋지긋해|부장님 때문에 열받아요|왜 나한테만 그래 짜증나게|너무하네 진짜|꺼져
        닥쳐|극혐|😡|ㅡㅡ|킹받네|화내고 싶어|그 사람 얄미워|너 때문에 돌겠다|용서 못 해, 너무 분해|짱나
        진짜 시끄러워 죽겠네|짜증나게 하지 마|I'm so angry|this is so annoying|I hate him
        he pisses me off, so mad|I'm fed up with this|work is driving me crazy
    """,
    "neutral": """
        안 슬퍼|슬프지 않아|나 안 울었어|화 안 났어|짜증 안 나|하나도 안 힘들어|힘들지 않아요|걱정 없어
        걱정하지 마|걱정 마세요|울지 마|슬퍼하지 마|화내지 마|슬프지도 않고 기쁘지도 않아
        내일 병원 가야 돼|오늘 저녁 뭐 먹지?|응|그래|알겠습니다|지금 몇 시야|회의는 3시에 시작해요
        서울은 오늘 비가 온대|서울고등학교 나왔어요|영화 보고 싶어|왜?|이 책은 300쪽이다|저는 개발자입니다
        개발은 파이썬으로 해요|화요일에 만나자|화장실이 어디예요|나 성수동으로 이사했어
        우리 집 고양이 이름은 보리야|그냥 집에 있어|괜찮아|2026년 3월 1일|https://example.com/a
        열이 38도야|눈이 온다|주문번호가 뭐야?|...|울산 갔다 왔어|화분에 물 줬어|스트레스 없어 요즘
        미국으로 출장 가|I'm not sad|i am not angry|see you at 3pm|My name is Minji
        The meeting is on Tuesday|don't worry
    """,
}
CASES = [
    (unicodedata.normalize("NFC", text.strip()), label)
    for label, listed in CHAT.items()
    for line in listed.strip().splitlines()
    for text in line.split("|")
]


@pytest.mark.parametrize(("text", "label"), CASES)
def test_what_people_say_is_felt(text: str, label: str) -> None:
    assert _felt(text).label == label


@pytest.mark.parametrize(("text", "label"), CASES)
def test_without_morphemes_the_surface_says_the_same(text: str, label: str) -> None:
    assert detect_emotion(text).label == label
    (bigrams,) = BigramAnalyser().analyse([text])
    assert detect_emotion(text, bigrams).label == label


@pytest.mark.parametrize("text", ["나 오늘 너무 슬퍼", "화가 많이 났어요", "기분이 안 좋아", "고마워 ㅠㅠ"])
def test_decomposed_text_from_a_mac_feels_the_same(text: str) -> None:
    decomposed = unicodedata.normalize("NFD", text)
    assert detect_emotion(decomposed, _analysed(decomposed)) == _felt(text)
    assert detect_emotion(decomposed) == detect_emotion(text)


@pytest.mark.parametrize(
    ("more", "less"),
    [
        ("너무 슬퍼", "슬퍼"),
        ("진짜 짜증나", "짜증나"),
        ("완전 행복해", "행복해"),
        ("개빡쳐", "좀 짜증나"),
        ("슬퍼", "조금 슬퍼"),
        ("I'm so happy", "I'm happy"),
        ("ㅋㅋㅋㅋㅋㅋㅋㅋ", "ㅋㅋ"),
        ("힘들어 죽겠어", "힘들어"),
    ],
)
def test_stronger_words_give_a_stronger_feeling(more: str, less: str) -> None:
    strong, weak = _felt(more), _felt(less)
    assert strong.label == weak.label != "neutral"
    assert strong.intensity > weak.intensity


def test_laughing_beside_anger_does_not_make_it_joy() -> None:
    assert _felt("진짜 어이없네 ㅋㅋㅋㅋㅋ").label == "angry"
    assert _felt("우울하다 ㅋㅋ").label == "sad"


def test_every_entry_of_the_word_list_is_in_one_list_only() -> None:
    from saegim.language.emotion import words

    for table in (words.KOREAN, words.SPELLED, words.ENGLISH):
        listed = [
            word for by_weight in table.values() for text in by_weight.values() for word in text.split()
        ]
        assert sorted(listed) == sorted(set(listed))
    emoji = [sign for listed in words.EMOJI.values() for sign in listed]
    assert sorted(emoji) == sorted(set(emoji))


@pytest.mark.parametrize(
    ("stem", "some"),
    [
        ("슬프", {"슬퍼", "슬펐", "슬픈", "슬픔"}),
        ("고맙", {"고마워", "고마웠", "고마운"}),
        ("지치", {"지쳐", "지쳤", "지친"}),
        ("힘들", {"힘들", "힘든", "힘듭"}),
        ("나쁘", {"나빠", "나빴", "나쁜"}),
        ("화나", {"화나", "화났", "화난"}),
        ("분하", {"분해", "분했", "분한"}),
        ("좋", {"좋"}),
    ],
)
def test_conjugated_forms_are_korean(stem: str, some: set[str]) -> None:
    assert some <= predicate_forms(stem)


# The contract.


@pytest.mark.parametrize("label", LABELS)
def test_exactly_one_of_the_four_is_one(label: str) -> None:
    hot = Emotion(label, 0.4).one_hot()  # type: ignore[arg-type]
    assert list(hot) == list(LABELS)
    assert [name for name, value in hot.items() if value == 1] == [label]
    assert sum(hot.values()) == 1


def test_an_emotion_refuses_what_is_not_in_the_contract() -> None:
    with pytest.raises(ValueError, match="label"):
        Emotion("joy")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="intensity"):
        Emotion("sad", 1.5)
    assert Emotion("neutral", 0.9) == NEUTRAL


@pytest.mark.parametrize(
    ("said", "label"),
    [
        ({"neutral": 0, "sad": 1, "happy": 0, "angry": 0}, "sad"),
        ({"neutral": 1, "sad": 1, "happy": 0, "angry": 0}, "sad"),
        ({"sad": 1, "happy": 1, "angry": 1}, "angry"),
        ({"happy": 1, "sad": 1}, "sad"),
        ({"sad": "1", "happy": "0"}, "sad"),
        ({"SAD": "true", "Happy": "false"}, "sad"),
        ({"sad": True, "angry": False}, "sad"),
        ({"happy": 0.7, "sad": 0.2, "neutral": 0.1}, "happy"),
        ({"happy": 90, "sad": 10}, "happy"),
        ({"neutral": 0, "sad": 0, "happy": 0, "angry": 0}, "neutral"),
        ({"sad": float("nan"), "happy": float("inf")}, "neutral"),
        ({"기쁨": 1, "슬픔": 0}, "happy"),
        ({"emotion": "스트레스", "importance": 7}, "angry"),
        ({"emotion": {"label": "sad", "intensity": 8}}, "sad"),
        ({"result": [{"label": "angry"}]}, "angry"),
        ({"one_hot": {"sad": 1}}, "sad"),
        ({1: 2}, "neutral"),
        ('{"neutral":0,"sad":0,"happy":1,"angry":0}', "happy"),
        ('```json\n{"neutral": 0, "sad": 0, "happy": 0, "angry": 1}\n```', "angry"),
        ('```\n{"emotion": "기쁨"}\n```', "happy"),
        ("Sure! Here it is: {'neutral': 0, 'sad': 1, 'happy': 0, 'angry': 0} Hope it helps.", "sad"),
        ('{"neutral":0,"sad":0,"happy":1', "happy"),
        ('{"sad": 1,}', "sad"),
        ("happy: 1, sad: 0", "happy"),
        ("emotion=happy", "happy"),
        ("감정: 기쁨", "happy"),
        ("기쁨", "happy"),
        ("슬픔", "sad"),
        ("스트레스", "angry"),
        ("평온", "neutral"),
        ("흥분", "happy"),
        ("화남", "angry"),
        ("우울함", "sad"),
        ("불안", "sad"),
        ("중립", "neutral"),
        ("HAPPY", "happy"),
        ("Happy.", "happy"),
        ("**angry**", "angry"),
        ("[happy]", "happy"),
        ('"sad"', "sad"),
        ('["sad"]', "sad"),
        ("joy", "happy"),
        ("anger", "angry"),
        ("😭", "sad"),
        ("😡", "angry"),
        ("❤️", "happy"),
        ("😐", "neutral"),
        ("ㅠㅠ", "sad"),
        ("The user seems sad.", "sad"),
        ("사용자가 매우 슬퍼하고 있음", "sad"),
        ("행복한 상태입니다", "happy"),
        ("I am not sad", "neutral"),
        ("neutral|sad", "sad"),
        (["neutral", "happy"], "happy"),
        ([0, 0, 1, 0], "happy"),
        (["0", "1", "0", "0"], "sad"),
        ((0.1, 0.2, 0.6, 0.1), "happy"),
        ("[0, 1, 0, 0]", "sad"),
        (np.array([0.1, 0.7, 0.1, 0.1], dtype=np.float32), "sad"),
        ({"sad": np.float32(0.8), "happy": np.float32(0.1)}, "sad"),
        ([{"label": "joy", "score": 0.9}, {"label": "sadness", "score": 0.05}], "happy"),
        ([("sad", 0.2), ("angry", 0.7)], "angry"),
        ({"emotions": {"sad": 0.2, "happy": 0.7}}, "happy"),
        ("행복: 80%, 슬픔: 20%", "happy"),
        ('<think>the user is sad</think>{"emotion": "happy"}', "happy"),
        (Mood.SAD, "sad"),
        ({Mood.SAD: 1}, "sad"),
        ({"sad"}, "sad"),
        (bytearray(b"sad"), "sad"),
        ("negative", "sad"),
        ("긍정적", "happy"),
        ({10**5000: 1}, "neutral"),
        ({"sad": 10**400}, "neutral"),
        ([], "neutral"),
        (b"sad", "sad"),
        (None, "neutral"),
        ("", "neutral"),
        ("None", "neutral"),
        ("asdfghjkl", "neutral"),
        ("I cannot help with that request.", "neutral"),
        (42, "neutral"),
        (True, "neutral"),
        (object(), "neutral"),
        (Emotion("happy", 0.3), "happy"),
        (unicodedata.normalize("NFD", "기쁨"), "happy"),
    ],
    ids=lambda value: value if isinstance(value, str) else type(value).__name__,
)
def test_whatever_a_model_says_becomes_one_emotion(said: object, label: str) -> None:
    emotion = normalise_emotion(said)
    assert emotion.label == label
    assert sum(emotion.one_hot().values()) == 1


@pytest.mark.parametrize(
    ("said", "intensity"),
    [
        ({"emotion": "sad", "intensity": 0.3}, 0.3),
        ({"emotion": "sad", "intensity": 8}, 0.8),
        ({"emotion": "sad", "intensity": 95}, 0.95),
        ({"emotion": "sad", "강도": "70%"}, 0.7),
        ({"sad": 0.45, "happy": 0.2}, 0.45),
        ({"sad": 1, "emotion_intensity": 0.9}, 0.9),
        ({"emotion": "sad", "intensity": -3}, 0.6),
        ({"emotion": "sad", "confidence": 0.99}, 0.6),
        ({"흥분": 1}, 0.9),
        ("emotion: 슬픔, intensity: 0.7", 0.7),
        ("슬픔 (강도 9)", 0.9),
        ([{"label": "joy", "score": 0.9}, {"label": "sadness", "score": 0.05}], 0.9),
    ],
)
def test_an_intensity_beside_the_label_is_kept(said: object, intensity: float) -> None:
    assert normalise_emotion(said).intensity == pytest.approx(intensity)


ANYTHING = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=30)
    | st.sampled_from(["sad", "기쁨", "1", "{"]),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.text(max_size=8) | st.sampled_from([*LABELS, "emotion", "intensity"]), inner, max_size=4
        )
    ),
    max_leaves=12,
)


@settings(max_examples=300, deadline=None)
@given(ANYTHING)
def test_nothing_a_model_says_can_break_the_contract(said: object) -> None:
    emotion = normalise_emotion(said)
    assert sorted(emotion.one_hot().values()) == [0, 0, 0, 1]
    assert 0.0 <= emotion.intensity <= 1.0
    assert normalise_emotion(emotion) == emotion
    assert normalise_emotion(emotion.one_hot()).label == emotion.label


def test_a_very_deep_or_long_answer_is_read_in_time() -> None:
    assert normalise_emotion("[" * 50_000).label == "neutral"
    assert normalise_emotion("{" * 50_000 + '"sad": 1').label in LABELS
    assert normalise_emotion("ㅋ" * 100_000).label == "happy"


@settings(max_examples=300, deadline=None)
@given(
    st.text(max_size=80) | st.text(alphabet="안못슬픈퍼기뻐화나지않아마없 ㅋㅠ!?.좋었는데너무", max_size=40)
)
def test_any_text_has_some_emotion(text: str) -> None:
    assert detect_emotion(text).label in LABELS
    assert all(score >= 0 for score in emotion_scores(text).values())


# Wider labels and pictures.


@pytest.mark.parametrize("wide", WIDE_LABELS)
def test_a_wide_label_comes_back_as_it_went(wide: str) -> None:
    emotion = from_wide(wide)
    assert to_wide(emotion) == wide
    assert from_wide(WIDE_ENGLISH[wide]) == emotion  # type: ignore[index]
    assert to_wide(normalise_emotion(wide)) == wide
    assert normalise_emotion(WIDE_ENGLISH[wide]) == emotion  # type: ignore[index]


@given(st.sampled_from(LABELS), st.floats(0, 1))
def test_one_of_the_four_comes_back_from_its_wide_label(label: str, intensity: float) -> None:
    emotion = Emotion(label, intensity)  # type: ignore[arg-type]
    assert from_wide(to_wide(emotion)).label == label


def test_only_strong_joy_is_excitement() -> None:
    assert to_wide(_felt("너무너무 신나!! 최고야 ㅋㅋㅋ")) == "흥분"
    assert to_wide(_felt("오늘 좋았어")) == "기쁨"


def test_an_unknown_wide_label_is_refused() -> None:
    with pytest.raises(ValueError, match="기쁨"):
        from_wide("분노")


def test_each_emotion_has_its_picture_and_a_persona_may_bring_its_own() -> None:
    assert {label: asset_for(Emotion(label)) for label in LABELS} == {
        "neutral": "neutral_full",
        "sad": "crying_full",
        "happy": "smile_full",
        "angry": "annoyed_full",
    }
    luna = {"neutral": "luna_calm", "happy": "luna_smile"}
    assert asset_for(Emotion("happy"), luna) == "luna_smile"
    assert asset_for(Emotion("sad"), luna) == "luna_calm"
    assert asset_for(Emotion("sad"), {}) == DEFAULT_ASSETS["sad"]


# The second opinion.


@pytest.fixture(scope="module")
def vectors() -> dict[str, list[float]]:
    from saegim.providers.encoder import SaegimEncoder

    texts = [
        "이게 나라냐, 세금 도둑들 전부 감옥에 보내야 한다",
        "오늘도 좋은 영상 잘 보고 갑니다",
        "회의는 3시에 시작해요",
        "나 안 슬퍼",
        "너무 슬퍼",
    ]
    embedder = SaegimEncoder()
    assert embedder.name == SPACE
    return {text: row.tolist() for text, row in zip(texts, embedder.embed(texts), strict=True)}


def test_a_vector_shows_anger_that_no_word_names(vectors: dict[str, list[float]]) -> None:
    text = "이게 나라냐, 세금 도둑들 전부 감옥에 보내야 한다"
    assert _felt(text).label == "neutral"
    assert detect_emotion(text, _analysed(text), vector=vectors[text], space=SPACE).label == "angry"
    judged = classify_vector(vectors[text], SPACE)
    assert judged is not None
    assert judged.label == "angry"
    assert 0 < judged.intensity <= 0.7


@pytest.mark.parametrize("text", ["회의는 3시에 시작해요", "나 안 슬퍼"])
def test_a_vector_does_not_put_feelings_into_plain_statements(
    text: str, vectors: dict[str, list[float]]
) -> None:
    assert detect_emotion(text, _analysed(text), vector=vectors[text], space=SPACE) == NEUTRAL


def test_plain_words_are_believed_over_a_vector(vectors: dict[str, list[float]]) -> None:
    other = vectors["오늘도 좋은 영상 잘 보고 갑니다"]
    assert detect_emotion("너무 슬퍼", _analysed("너무 슬퍼"), vector=other, space=SPACE).label == "sad"


def test_a_vector_of_another_space_is_not_judged(vectors: dict[str, list[float]]) -> None:
    vector = vectors["너무 슬퍼"]
    assert classify_vector(vector, "text-embedding-3-small") is None
    assert classify_vector(vector, "../../etc/passwd") is None
    assert classify_vector(vector, "saegim-encoder.1") is None
    assert classify_vector(vector[:100], SPACE) is None
    assert classify_vector([float("nan")] * 512, SPACE) is None
    assert detect_emotion("너무 슬퍼", vector=vector, space="other") == detect_emotion("너무 슬퍼")


def test_the_weights_are_small_enough_to_ship() -> None:
    assert weights_file(SPACE).stat().st_size < 20_000
