"""English forms: first person to third, questions about a name to questions about me, chat spelling."""

from __future__ import annotations

import random
import re

_IRREGULAR_PAST = frozenset(
    "was were had did went got made took gave saw met came ate bought broke began brought chose cut "
    "drove drank fell "
    "felt fought found flew forgot grew heard held hit hurt kept knew laid left lent lost paid put "
    "quit ran read rode "
    "said sang sat sent set slept sold spent spoke spilled stood swam taught told thought threw "
    "understood woke wore "
    "won wrote lay led let meant rose shot shut stuck struck swore tore built burned learned "
    "dreamed became drew "
    "can can't could couldn't will won't would wouldn't should shouldn't must may might never "
    "always usually only "
    "really mostly absolutely just still already finally also even often sometimes".split()
)
_ADVERBS = frozenset(
    "never always usually only really mostly absolutely just still already finally also even often "
    "sometimes currently "
    "mainly".split()
)
_SUBJECT = {
    "he": ("his", "him", "himself"),
    "she": ("her", "her", "herself"),
    "they": ("their", "them", "themselves"),
}


def third_verb(verb: str) -> str:
    """The verb after he or she: have gives has, study gives studies, went stays."""
    special = {"have": "has", "do": "does", "don't": "doesn't", "am": "is", "haven't": "hasn't", "'m": "is"}
    if verb in special:
        return special[verb]
    if verb in _IRREGULAR_PAST or (verb.endswith("ed") and verb not in ("need", "feed", "bleed")):
        return verb
    if verb.endswith(("s", "sh", "ch", "x", "z", "o")):
        return verb + "es"
    if verb.endswith("y") and verb[-2:-1] not in "aeiou":
        return verb[:-1] + "ies"
    return verb + "s"


def third_person(text: str, name: str, pronoun: str) -> str:
    """A first-person statement told about someone else."""
    possessive, objective, reflexive = _SUBJECT[pronoun]
    state = {"named": False}

    def subject() -> str:
        if state["named"]:
            return pronoun
        state["named"] = True
        return name

    def clause(match: re.Match[str]) -> str:
        mark, rest = match.group(1) or "", match.group(2)
        who = subject()
        plural = who == "they"
        if mark:
            verb = {
                "'m": "are" if plural else "is",
                "'ve": "have" if plural else "has",
                "'d": "would",
                "'ll": "will",
            }[mark]
            return f"{who} {verb}{rest}"
        words = rest.split(" ")
        at = 1
        while at < len(words) - 1 and words[at] in _ADVERBS:
            at += 1
        if at < len(words) and not plural:
            bare = re.match(r"[\w']+", words[at])
            if bare:
                words[at] = third_verb(bare.group()) + words[at][bare.end() :]
        elif at < len(words) and words[at] == "am":
            words[at] = "are"
        return who + " ".join(words)

    text = re.sub(r"\bI('m|'ve|'d|'ll)?( [^.!?,]*|\b)", lambda m: clause(m), text, count=0)
    owner = f"{name}'s" if not state["named"] else possessive
    text = re.sub(r"\b[Mm]y\b", owner, text, count=1)
    text = re.sub(r"\b[Mm]y\b", possessive, text)
    text = re.sub(r"\bmyself\b", reflexive, text)
    return re.sub(r"\bme\b", objective if state["named"] else name, text)


def ask_about(question: str, who: str) -> str:
    """A question template (W is the person) asked about a name, or about "I" or "you"."""
    if who not in ("I", "you"):
        return re.sub(r"\bW\b", who, question)
    be, own, self_ = ("am", "my", "I") if who == "I" else ("are", "your", "you")
    question = question.replace("W's", own)
    text = re.sub(
        r"\b([Ii])s W\b", lambda m: ("A" if m.group(1) == "I" else "a") + be[1:] + f" {self_}", question
    )
    text = re.sub(r"\b([Dd])oes W\b", lambda m: f"{m.group(1)}o {self_}", text)
    text = re.sub(r"\b([Dd])oesn't W\b", lambda m: f"{m.group(1)}on't {self_}", text)
    text = re.sub(r"\b([Hh])as W\b", lambda m: f"{m.group(1)}ave {self_}", text)
    text = re.sub(r"\bwas W\b", f"was {self_}" if who == "I" else "were you", text)
    text = re.sub(
        r"\b(makes|made|gave|gives|gets|let|for|to|with|of|about|at|give|help|call|triggers|bothers) W\b",
        lambda m: f"{m.group(1)} {'me' if who == 'I' else 'you'}",
        text,
    )
    return re.sub(r"\bW\b", self_, text)


_SLIPS = (
    ("going to", "gonna"),
    ("want to", "wanna"),
    ("because", "cuz"),
    ("you", "u"),
    ("really", "rly"),
    ("I'm", "im"),
    ("don't", "dont"),
    ("can't", "cant"),
    ("I've", "ive"),
    ("favourite", "fav"),
    ("with", "w/"),
    ("people", "ppl"),
    ("tomorrow", "tmrw"),
    ("the", "teh"),
    ("about", "abt"),
    ("birthday", "bday"),
    ("favourite", "favorite"),
)
_TAILS = (" lol", " haha", "!", "!!", "...", " :)", " tbh", " ngl", "", "")


def chat(text: str, rng: random.Random) -> str:
    """The text as it is typed in a messenger."""
    for wrong in rng.sample(_SLIPS, 6):
        if rng.random() < 0.6:
            text = re.sub(rf"\b{re.escape(wrong[0])}\b", wrong[1], text, count=1)
    if rng.random() < 0.6:
        text = text.lower()
    return text.rstrip(".") + rng.choice(_TAILS)
