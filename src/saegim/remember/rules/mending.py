"""The analyser's usual slips in chat, put right: each fix is found by the form it concerns."""

from __future__ import annotations

from collections.abc import Callable

from saegim.remember.rules import slips_in_names as names
from saegim.remember.rules import slips_in_nouns as nouns
from saegim.remember.rules import slips_in_verbs as verbs
from saegim.remember.rules.slips import Mending
from saegim.remember.rules.unit import Token

Fix = Callable[[Mending], bool]

_BY_FORM: dict[str, tuple[Fix, ...]] = {
    "저": (nouns.speaker,),
    "아": (nouns.acquainted,),
    "나": (nouns.age_word, nouns.speaker, verbs.breaking_out),
    "제": (nouns.speakers_own,),
    "내": (nouns.speakers_own,),
    "전": (nouns.drawn_together,),
    "울": (nouns.our,),
    "지나": (verbs.last,),
    "야": (nouns.copula,),
    "이야": (nouns.whole_copula,),
    "이래": (nouns.whole_copula,),
    "이": (names.surname_yi, nouns.subject_particle, nouns.name_in_i, names.name_before_copula),
    "가": (verbs.going, nouns.aubergine),
    "와": (verbs.coming,),
    "완전": (verbs.quite,),
    "더": (nouns.no_longer,),
    "이제": (nouns.by_now,),
    "아이": (nouns.child,),
    "일부": (nouns.as_of,),
    "서": (nouns.at_a_place, verbs.because),
    "라야": (names.name_in_ra,),
    "보": (names.barley,),
    "라": (nouns.reason_after_letters, verbs.because_it_is),
    "드세": (verbs.partaking,),
    "다고": (verbs.storytelling,),
    "ᆫ다고": (verbs.storytelling,),
    "는다고": (verbs.storytelling,),
    "라고": (verbs.storytelling, verbs.contracted, names.called),
    "이라고": (names.called,),
    "있": (verbs.being,),
    "잇": (verbs.being_misspelt,),
    "하": (verbs.feeling,),
    "매일": (nouns.mail,),
    "잘": (verbs.by_mistake,),
    "말": (verbs.drinking,),
    "글": (verbs.and_then,),
    "지구": (verbs.and_so,),
    "ᆯ래": (verbs.seeing_that,),
    "해": (verbs.doing,),
    "조": (verbs.liking,),
    "조아": (verbs.liking,),
    "시러": (verbs.disliking,),
    "시르": (verbs.disliking,),
    "계": (verbs.staying,),
    "고": (verbs.quoted_ending, nouns.copula_that_goes_on),
    "고요": (nouns.copula_that_goes_on,),
    "너": (verbs.hearsay,),
    "줄": (verbs.lessening,),
    "받": (verbs.receiving,),
    "당하": (verbs.receiving,),
    "끈": (verbs.quitting_misspelt,),
}
_BY_TAG: dict[str, tuple[Fix, ...]] = {
    "J": (nouns.particle_after_space,),
    "E": (verbs.final_ending, verbs.past_misspelt, verbs.ending),
    "M": (verbs.final_ending,),
    "I": (names.exclamation_in_a_name,),
    "N": (nouns.reason_in_a_noun, nouns.noun_with_copula, names.name_with_and, nouns.noun_with_doing),
}


def mend(text: str, tokens: list[Token]) -> list[Token]:
    """The tokens with every slip that a fix knows put right."""
    pass_ = Mending(text, tokens)
    while pass_.i < len(tokens):
        token = tokens[pass_.i]
        fixes = _BY_FORM.get(token.form, ()) + _BY_TAG.get(token.tag[:1], ())
        if not any(fix(pass_) for fix in fixes):
            pass_.put(token)
    return pass_.out
