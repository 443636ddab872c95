"""A conversation in a sentence or two, by a language model."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Annotated

from msgspec import Meta, Struct

from saegim.clock import SystemClock
from saegim.errors import SettingsError
from saegim.language.emotion import WIDE_ENGLISH, WIDE_LABELS, normalise_emotion, to_wide
from saegim.models import Turn
from saegim.prompts import load_prompt
from saegim.protocols import Clock, LanguageModel
from saegim.remember.asking import ask
from saegim.remember.drafts import SummaryDraft
from saegim.remember.evidence import has_to_do_with, is_korean, letters
from saegim.remember.standalone import first_sentences, without_repeats
from saegim.remember.transcript import clean, language_of, transcript
from saegim.settings import Settings

# An episode is one or two sentences (S2); a rolling summary stands for many turns.
_SENTENCES, _ROLLING_SENTENCES = 2, 5
_CHARACTERS, _ROLLING_CHARACTERS = 300, 800
_MOST_TOPICS, _TOPIC_CHARACTERS = 5, 30
_LEAST_LETTERS = 4
# So many letters in a row from the prompt are no coincidence.
_PARROTED = 16
_FEELINGS = [*WIDE_LABELS, *WIDE_ENGLISH.values()]


class Summarised(Struct):
    """The shape of the answer."""

    content: Annotated[str, Meta(extra_json_schema={"maxLength": _CHARACTERS})]
    topics: Annotated[
        list[Annotated[str, Meta(extra_json_schema={"maxLength": _TOPIC_CHARACTERS})]],
        Meta(extra_json_schema={"maxItems": _MOST_TOPICS}),
    ] = []
    emotion: Annotated[str, Meta(extra_json_schema={"enum": _FEELINGS})] | None = None
    importance: Annotated[int, Meta(extra_json_schema={"minimum": 1, "maximum": 10})] = 5


class RolledUp(Summarised):
    """The same with room for more."""

    content: Annotated[str, Meta(extra_json_schema={"maxLength": _ROLLING_CHARACTERS})]


def summarise_with_model(
    model: LanguageModel,
    turns: Sequence[Turn],
    *,
    settings: Settings,
    previous: str | None = None,
    language: str | None = None,
    prompt: str | None = None,
    clock: Clock | None = None,
    sleep: Callable[[float], object] = time.sleep,
) -> SummaryDraft:
    """A summary of the turns; `ModelFailed` with its `calls` after the last try.

    `previous` None makes an episode: one or two sentences. A text, also an empty one, makes a rolling summary
    that folds it in. `language` None is that of the settings, or of the talk. `prompt` is a text of your own
    instead of ours, None the file that the settings name, if any; the shape of the answer is told beside it.
    """
    if language is None:
        named = settings.summary.language
        language = language_of(turns) if named == "auto" else named
    if prompt is None:
        prompt = _own_prompt(settings) or load_prompt("episode" if previous is None else "rolling", language)
    told = f"{prompt}\n\n{load_prompt('summary_format', language)}"
    asked = transcript(turns, language)
    if previous:
        asked = f"{_PREVIOUS[language == 'ko']}\n{clean(previous)}\n\n{_SINCE[language == 'ko']}\n{asked}"
    answer = ask(
        model,
        [{"role": "system", "content": told}, {"role": "user", "content": asked}],
        Summarised if previous is None else RolledUp,
        purpose="episode" if previous is None else "summary",
        settings=settings.calling,
        clock=clock or SystemClock(settings.zone),
        usable=lambda said: _sums_up(clean(said.content), asked, told, korean=language_of(turns) == "ko"),
        again=load_prompt("again", language),
        sleep=sleep,
    )
    said = answer.value
    return SummaryDraft(
        content=_content(said.content, rolling=previous is not None),
        topics=_topics(said.topics),
        emotion=_feeling(said.emotion),
        importance=min(10, max(1, said.importance)),
        by=f"model:{model.name}",
        calls=answer.calls,
    )


# English, Korean.
_PREVIOUS = ("Previous summary:", "이전 요약:")
_SINCE = ("Conversation since:", "그 뒤의 대화:")


def _own_prompt(settings: Settings) -> str | None:
    file = settings.summary.prompt
    if file is None:
        return None
    try:
        return Path(file).read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise SettingsError(
            "summary.prompt", f"cannot read {file}", f"{file}을(를) 읽을 수 없습니다"
        ) from error


def _sums_up(content: str, asked: str, told: str, *, korean: bool) -> bool:
    """Whether it is about this talk: small models give the prompt back, or make something up."""
    written, said, prompt = letters(content), letters(asked), letters(told)
    if sum(letter.isalnum() for letter in written) < _LEAST_LETTERS or written in prompt:
        return False
    runs = {written[start : start + _PARROTED] for start in range(len(written) - _PARROTED + 1)}
    if any(run in prompt and run not in said for run in runs):
        return False
    # A summary in another language shares no words with the talk.
    return is_korean(content) != korean or has_to_do_with(content, said)


def _content(text: str, *, rolling: bool) -> str:
    text = first_sentences(without_repeats(clean(text)), _ROLLING_SENTENCES if rolling else _SENTENCES)
    longest = _ROLLING_CHARACTERS if rolling else _CHARACTERS
    return text if len(text) <= longest else text[: longest - 1].rstrip() + "…"


def _topics(topics: Sequence[str]) -> tuple[str, ...]:
    # Small models put all of them into one text.
    apart = (topic for listed in topics for topic in re.split(r"[,;/\n]", listed))
    cleaned = (clean(topic)[:_TOPIC_CHARACTERS].strip(" #.") for topic in apart)
    return tuple(dict.fromkeys(topic for topic in cleaned if topic))[:_MOST_TOPICS]


def _feeling(said: str | None) -> str | None:
    """One of the five; None when the model named none."""
    if said is None or not clean(said):
        return None
    return to_wide(normalise_emotion(said))
