"""Pairs from public text: questions made by rule from real sentences, real questions with their passages,
paraphrases, translations, graded pairs.

Every source names its licence; `permissive` leaves the ShareAlike ones out.
"""

from __future__ import annotations

import csv
import json
import random
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from training import korean
from training.generate import EN_NAMES, EN_OPEN, EN_SMALL, KO_NAMES, KO_OPEN, KO_SMALL, _stamp

SHARE_ALIKE = frozenset({"stylekqc", "sae4k", "klue_sts", "korsts"})

_PAST = dict(
    pair.split(":")
    for pair in (
        "went:go got:get made:make took:take gave:give saw:see met:meet came:come ate:eat "
        "bought:buy broke:break began:begin "
        "brought:bring chose:choose drove:drive drank:drink fell:fall felt:feel fought:fight "
        "found:find flew:fly forgot:forget "
        "grew:grow heard:hear held:hold kept:keep knew:know left:leave lent:lend lost:lose paid:pay "
        "ran:run rode:ride said:say "
        "sang:sing sat:sit sent:send slept:sleep sold:sell spent:spend spoke:speak stood:stand "
        "swam:swim taught:teach told:tell "
        "thought:think threw:throw understood:understand woke:wake wore:wear won:win wrote:write "
        "built:build became:become "
        "drew:draw had:have did:do read:read put:put quit:quit hurt:hurt hit:hit cut:cut let:let "
        "caught:catch fed:feed "
        "led:lead meant:mean rose:rise stole:steal stuck:stick dreamt:dream learnt:learn"
    ).split()
)
_PRESENT = frozenset(
    "have like love hate want need work live play own eat drink study teach go enjoy prefer collect "
    "make cook bake write "
    "read run swim sing dance drive travel volunteer watch listen speak know believe hope plan wish "
    "think feel do keep use "
    "take wear spend grow raise sell build paint draw draw hike bike surf fish hunt garden sew knit "
    "train coach".split()
)
_FREQUENT = frozenset(
    "the a an and or but to of in on at for with is are was were be been it this that my your his "
    "her their our i you he "
    "she they we me him them so just very really not no do does did have has had if as from about "
    "can will would could "
    "should there what when where who how why all some more most other than then too also up out "
    "into over after before "
    "because get got like one two im its dont".split()
)


@dataclass(frozen=True)
class Mined:
    """A pair from a source, with a hard negative where the source makes one."""

    question: str
    statement: str
    source: str
    negative: str | None = None


def _lines(path: Path, delimiter: str) -> Iterator[list[str]]:
    with path.open(encoding="utf-8-sig", newline="") as file:
        yield from csv.reader(
            file, delimiter=delimiter, quoting=csv.QUOTE_NONE if delimiter == "\t" else csv.QUOTE_MINIMAL
        )


def _clean(text: str) -> str:
    text = re.sub(
        r"\s+([.,!?'])", r"\1", text.replace("__SILENCE__", "").replace("[NAME]", "Sam").strip(' "')
    )
    text = re.sub(r"\s+", " ", text)
    text = re.sub(r"\bi\b", "I", text)
    return text[:1].upper() + text[1:]


def persona_dialogues(root: Path) -> Iterator[tuple[str, list[str], list[tuple[str, str]]]]:
    """(language, persona sentences, (said, answered) turns) of every persona dialogue."""
    for path in sorted((root / "train/xpersona").glob("*.json")):
        language = "ko" if path.name.startswith("Ko") else "en"
        for item in json.loads(path.read_text("utf-8")):
            yield (
                language,
                [_clean(line) for line in item["persona"]],
                [(_clean(a), _clean(b)) for a, b in item["dialogue"]],
            )


def sentences(root: Path, language: str) -> list[str]:
    """Short real sentences of one language, deduplicated, from the permissive sources."""
    found: list[str] = []
    for spoken, persona, turns in persona_dialogues(root):
        if spoken == language:
            found += persona + [line for turn in turns for line in turn]
    column = 0 if language == "en" else 1
    found += [row[column] for row in _lines(root / "train/tatoeba/kor.txt", "\t")]
    if language == "en":
        found += [_clean(row[0]) for row in _lines(root / "train/goemotions/train.en.tsv", "\t")]
    else:
        found += [row[0] for row in _lines(root / "train/songys/ChatbotData.csv", ",")][1:]
        found += [row[0] for row in _lines(root / "train/goemotions/train.ko.tsv", "\t")][:12000]
    return [line for line in dict.fromkeys(found) if 8 <= len(line) <= 240]


class EnglishAsker:
    """Questions about a first-person English sentence, made by rule."""

    def __init__(self, corpus: list[str]) -> None:
        self.words = Counter(word for line in corpus for word in re.findall(r"[a-z]+", line.lower()))

    def base(self, verb: str) -> str | None:
        if verb in _PAST:
            return _PAST[verb]
        if not verb.endswith("ed") or len(verb) < 5 or verb in ("need", "indeed", "speed"):
            return None
        if verb.endswith("ied"):
            return verb[:-3] + "y"
        stems = [verb[:-2], verb[:-1]]
        if verb[-3] == verb[-4:-3]:
            stems.append(verb[:-3])
        best = max(stems, key=lambda stem: self.words[stem])
        return best if self.words[best] else None

    def ask(self, sentence: str, name: str, rng: random.Random) -> str | None:
        clauses = re.split(r"(?<=[.!?])\s+|,\s+(?:and|but|so)\s+", sentence)
        rng.shuffle(clauses)
        for clause in clauses:
            text = clause.strip(" .!")
            if text.endswith("?"):
                continue
            asked = self._past(text, name, rng) or self._be(text, name, rng) or self._present(text, name, rng)
            asked = asked or self._own(text, name, rng)
            if asked:
                return (
                    re.sub(
                        r"\bmyself\b",
                        "themselves",
                        re.sub(r"\bmy\b", "their", re.sub(r"\bme\b", "them", asked)),
                    )
                    + "?"
                )
        return None

    def _past(self, text: str, name: str, rng: random.Random) -> str | None:
        match = re.search(
            r"\bI (?:just |also |finally |recently |once |even |really |only )?([a-z]+)\b(.*)", text
        )
        if not match:
            return None
        base = self.base(match.group(1))
        if base is None:
            return None
        rest = match.group(2).strip()
        short = re.split(
            r"\s(?:because|since|when|while|and|but|with|yesterday|last|on|in|at|for|this|so)\b", rest
        )[0]
        head = " ".join(rest.split()[:1])
        forms = [
            f"When did {name} {base} {short}",
            f"What did {name} {base}",
            f"Why did {name} {base} {short}",
            f"Where did {name} {base} {short}",
            f"Did {name} {base} {rest}",
            f"Who did {name} {base} {short} with",
            f"How did {name} feel after they {match.group(1)} {short}",
            f"What did {name} {base} {head}",
        ]
        return rng.choice(forms).strip()

    def _be(self, text: str, name: str, rng: random.Random) -> str | None:
        match = re.search(r"\bI(?:'m| am| was) (?:also |really |so |currently |just |not )?(\w+)\s(.+)", text)
        if not match:
            return None
        first, rest = match.groups()
        if first.endswith("ing"):
            short = re.split(r"\s(?:because|and|but|with|since|so|at|for)\b", rest)[0]
            return rng.choice(
                (
                    f"What is {name} {first}",
                    f"Why is {name} {first} {short}",
                    f"When is {name} {first} {short}",
                    f"Is {name} {first} {rest}",
                    f"Who is {name} {first} {short} with",
                    f"What is {name} doing",
                )
            )
        return rng.choice(
            (
                f"Is {name} {first} {rest}",
                f"Why is {name} {first}",
                f"What is {name} {first}",
                f"Who is {first} {rest}",
            )
        )

    def _present(self, text: str, name: str, rng: random.Random) -> str | None:
        match = re.search(
            r"\bI (?:also |really |always |usually |often |just |only |still )?([a-z]+)\s(.+)", text
        )
        if not match or match.group(1) not in _PRESENT:
            return None
        verb, rest = match.groups()
        short = re.split(r"\s(?:because|and|but|with|since|so|every|at|when|for)\b", rest)[0]
        return rng.choice(
            (
                f"What does {name} {verb}",
                f"Does {name} {verb} {rest}",
                f"Why does {name} {verb} {short}",
                f"What does {name} {verb} {' '.join(rest.split()[:2])}",
                f"Who does {name} {verb} {short} with",
                f"How often does {name} {verb} {short}",
            )
        )

    def _own(self, text: str, name: str, rng: random.Random) -> str | None:
        match = re.search(
            r"\b[Mm]y ((?:\w+ ){1,3}?)"
            r"(is|was|are|were|has|have|had|loves|likes|works|got|gave|died|makes|can) (.+)",
            text,
        )
        if not match:
            return None
        thing, verb, _ = match.groups()
        thing = thing.strip()
        return rng.choice(
            (
                f"What about {name}'s {thing}",
                f"What did {name} say about their {thing}",
                f"Who is {name}'s {thing}",
                f"What {verb if verb in ('is', 'was', 'are', 'were') else 'is'} {name}'s {thing}",
                f"What do we know about {name}'s {thing}",
            )
        )

    def keywords(self, sentence: str, rng: random.Random) -> list[str]:
        """Up to three rarer words of the sentence, in its order."""
        words = [
            word for word in re.findall(r"[A-Za-z][A-Za-z'-]+", sentence) if word.lower() not in _FREQUENT
        ]
        words = [word for word in words if self.words[word.lower()] < 800 and len(word) > 2]
        if not words:
            return []
        picked = set(rng.sample(range(len(words)), min(len(words), rng.choice((1, 1, 2, 2, 3)))))
        return [word.lower() for at, word in enumerate(words) if at in picked]

    def cloze(self, sentence: str, name: str | None, rng: random.Random) -> str | None:
        words = self.keywords(sentence, rng)
        if not words:
            return None
        about = " ".join(words) if rng.random() < 0.6 else " and ".join(words)
        who, did = (name, f"did {name}") if name else ("I", "did I")
        own = f"{name}'s" if name else "my"
        return rng.choice(
            (
                f"What {did} say about {about}?",
                f"When {did} mention {about}?",
                f"{own} {about}",
                f"What about {about}?",
                f"What does {who} think of {about}?" if name else f"what was that about {about}",
                f"Has {who} talked about {about}?" if name else f"did we talk about {about}",
                f"{about}",
            )
        )


def english_turn(sentence: str, name: str | None, rng: random.Random, before: str = "") -> str:
    """The sentence as it would be stored: alone, with a speaker, or as a dated turn with chatter."""
    text = sentence
    if before and rng.random() < 0.3:
        text = f"{before} {text}"
    elif rng.random() < 0.3:
        text = f"{rng.choice(EN_OPEN + EN_SMALL)} {text}"
    if name is None:
        return text
    return f"{_stamp(rng, 'en')} {name}: {text}" if rng.random() < 0.8 else f"{name}: {text}"


def rule_english(root: Path, rng: random.Random, rounds: int) -> Iterator[Mined]:
    """Questions made by rule and inverse-cloze queries over real English sentences."""
    corpus = sentences(root, "en")
    asker = EnglishAsker(corpus)
    for _ in range(rounds):
        for at, sentence in enumerate(corpus):
            name = rng.choice(EN_NAMES)
            asked = asker.ask(sentence, name, rng)
            if asked:
                other = english_turn(rng.choice(corpus), name, rng)
                yield Mined(asked, english_turn(sentence, name, rng, corpus[at - 1]), "rule_en", other)
            if rng.random() < 0.6:
                teller = name if rng.random() < 0.7 else None
                query = asker.cloze(sentence, teller, rng)
                if query:
                    other = english_turn(rng.choice(corpus), teller, rng)
                    yield Mined(query, english_turn(sentence, teller, rng, corpus[at - 1]), "cloze_en", other)


_OBJECT = re.compile(r"(\S+)(을|를)$")


def korean_questions(sentence: str, who: str | None, rng: random.Random) -> list[str]:
    """Questions and keyword queries about one Korean sentence."""
    found: list[str] = []
    body = re.split(r"(?<=[.!?])\s+", sentence.strip())[0].rstrip(".!~ ")
    tokens = korean.kiwi().tokenize(body)
    nouns = list(dict.fromkeys(t.form for t in tokens if t.tag in ("NNG", "NNP", "SL") and len(t.form) > 1))
    mine = f"{who} " if who else rng.choice(("내 ", "나 ", ""))
    said = korean.fill("{x이} ", {"x": who}) if who else rng.choice(("내가 ", "나 ", ""))
    if nouns:
        picked = set(rng.sample(nouns, min(len(nouns), rng.choice((1, 1, 2, 2, 3)))))
        about = " ".join(noun for noun in nouns if noun in picked)
        found.append(
            rng.choice(
                (
                    f"{said}{about} 얘기 뭐라고 했지?",
                    f"{mine}{about}",
                    f"{about} 관련해서 {said}뭐라고 했더라",
                    f"{mine}{about} 얘기 언제 했지?",
                    f"{about} 어떻게 됐어?",
                    f"{said}{about}에 대해 한 말",
                    f"{about} 얘기한 적 있어?",
                )
            )
        )
    words = body.split(" ")
    if 3 <= len(words) <= 12 and not body.endswith("?"):
        rest = [
            word
            for word in words
            if word not in ("나는", "난", "나", "저는", "내가", "제가", "그리고", "그래서", "하지만")
        ]
        quoted = korean.restyle(" ".join(rest), "quote")
        if quoted:
            parts = quoted.split(" ")
            for at, part in enumerate(parts[:-1]):
                swap = None
                if _OBJECT.match(part):
                    swap = "뭘"
                elif part.endswith("에서") and len(part) > 2:
                    swap = "어디에서"
                elif part.endswith("에") and len(part) > 1:
                    swap = rng.choice(("언제", "어디에"))
                elif part.endswith(("랑", "와", "과")) and len(part) > 2:
                    swap = "누구랑"
                if swap:
                    start = max(0, at - rng.choice((0, 1, 2)))
                    shorter = [*parts[:start], swap, *parts[at + 1 :]][-6:]
                    found.append(said + " ".join(shorter) + rng.choice((" 했지?", " 했더라", " 했어?")))
                    break
            if rng.random() < 0.2:
                found.append(said + quoted + rng.choice((" 했나?", " 했었지?")))
    return found


def korean_turn(sentence: str, who: str | None, rng: random.Random, before: str = "") -> str:
    text = sentence
    if before and rng.random() < 0.25:
        text = f"{before} {text}"
    elif rng.random() < 0.25:
        text = f"{rng.choice(KO_OPEN + KO_SMALL)} {text}"
    if rng.random() < 0.15:
        text = korean.chat(text, rng)
    if who is None:
        return text
    return f"{_stamp(rng, 'ko')} {who}: {text}" if rng.random() < 0.75 else f"{who}: {text}"


def rule_korean(root: Path, rng: random.Random, rounds: int) -> Iterator[Mined]:
    """Questions made by rule and inverse-cloze queries over real Korean sentences."""
    corpus = sentences(root, "ko")
    for _ in range(rounds):
        for at, sentence in enumerate(corpus):
            who = rng.choice(KO_NAMES) if rng.random() < 0.5 else None
            for asked in korean_questions(sentence, who, rng):
                other = korean_turn(rng.choice(corpus), who, rng)
                yield Mined(asked, korean_turn(sentence, who, rng, corpus[at - 1]), "rule_ko", other)


def tydi(path: Path) -> list[tuple[str, str, int, str]]:
    """(question, passage, where the answer starts, title) of a TyDi QA file."""
    rows = []
    for article in json.loads(path.read_text("utf-8"))["data"]:
        for paragraph in article["paragraphs"]:
            for qa in paragraph["qas"]:
                rows.append(
                    (qa["question"], paragraph["context"], qa["answers"][0]["answer_start"], article["title"])
                )
    return rows


def held_title(title: str) -> bool:
    """Whether a TyDi article belongs to our validation part of the training file."""
    return sum(title.encode()) % 10 == 0


def _window(passage: str, at: int, width: int) -> str:
    left = passage.rfind(". ", 0, at) + 1
    right = passage.find(". ", at)
    right = len(passage) if right < 0 else right + 1
    text = passage[max(0, left) : right].strip()
    return text[:width] if len(text) >= 20 else passage[max(0, at - width // 2) : at + width // 2]


def passages(root: Path, rng: random.Random) -> Iterator[Mined]:
    """Real questions with their passage, and with the sentence that holds the answer."""
    for name, path in (
        ("tydi_ko", root / "tydiqa_ko/korean_train.json"),
        ("tydi_en", root / "train/tydiqa_en/english_train.json"),
    ):
        for question, passage, at, title in tydi(path):
            if name == "tydi_ko" and held_title(title):
                continue
            yield Mined(question, passage[:900], name)
            yield Mined(question, _window(passage, at, 300), name)


def conversational(root: Path, rng: random.Random) -> Iterator[Mined]:
    """What was said and what was answered; the persona line behind an answer."""
    for language, persona, turns in persona_dialogues(root):
        for said, answered in turns:
            if "?" in said and len(answered) > 15:
                yield Mined(said, answered, f"talk_{language}")
        for line in persona:
            words = set(re.findall(r"[\w가-힣]{3,}", line.lower())) - _FREQUENT
            for _, answered in turns:
                shared = words & set(re.findall(r"[\w가-힣]{3,}", answered.lower()))
                if len(shared) >= 2:
                    yield Mined(line, answered, f"persona_{language}")
                    break
    for row in list(_lines(root / "train/songys/ChatbotData.csv", ","))[1:]:
        yield Mined(row[0], row[1], "songys")
    for row in list(_lines(root / "train/songys/kor_pair_train.csv", ","))[1:]:
        if row[5] == "0":
            yield Mined(row[3], row[4], "songys_same")


def translations(root: Path, rng: random.Random) -> Iterator[Mined]:
    for row in _lines(root / "train/tatoeba/kor.txt", "\t"):
        if len(row[0]) > 12:
            yield Mined(*((row[0], row[1]) if rng.random() < 0.5 else (row[1], row[0])), "tatoeba")
    english = [row[0] for row in _lines(root / "train/goemotions/train.en.tsv", "\t")]
    koreans = [row[0] for row in _lines(root / "train/goemotions/train.ko.tsv", "\t")]
    for en, ko in zip(english, koreans, strict=True):
        if len(en) > 20 and "[NAME]" not in en:
            yield Mined(*((en, ko) if rng.random() < 0.5 else (ko, en)), "goemotions")


def paraphrases(root: Path, rng: random.Random) -> Iterator[Mined]:
    """ShareAlike: paraphrase groups of ten and utterance to content."""
    rows = [row[1] for row in _lines(root / "train/stylekqc/train.tsv", "\t")][1:]
    for start in range(0, len(rows) - 9, 10):
        group = rows[start : start + 10]
        for _ in range(6):
            yield Mined(*rng.sample(group, 2), "stylekqc")
    for row in _lines(root / "train/sae4k/sae4k_v1.txt", "\t"):
        if len(row) > 1:
            yield Mined(row[0], row[1], "sae4k")


def graded(root: Path) -> tuple[list[tuple[str, str, float]], dict[str, list[tuple[str, str, float]]]]:
    """ShareAlike graded pairs: for training, and for evaluation by name (every eighth KLUE pair)."""
    train: list[tuple[str, str, float]] = []
    klue: list[tuple[str, str, float]] = []
    for at, row in enumerate(list(_lines(root / "train/klue_sts/klue_sts_train.csv", ","))[1:]):
        (klue if at % 8 == 0 else train).append((row[0], row[1], float(row[2])))
    for row in list(_lines(root / "train/korsts/sts-train.tsv", "\t"))[1:]:
        train.append((row[5], row[6], float(row[4])))
    kor = [
        (row[5], row[6], float(row[4])) for row in list(_lines(root / "train/korsts/sts-dev.tsv", "\t"))[1:]
    ]
    return train, {"korsts_dev": kor, "klue_sts_held": klue}
