"""All rules, in the order in which they are tried."""

from __future__ import annotations

from functools import lru_cache

from saegim.remember.rules import (
    boundaries,
    conditions,
    constraints,
    dislikes,
    employment,
    english_ahead,
    english_daily,
    english_health,
    english_limits,
    english_people,
    english_profile,
    english_tastes,
    english_work,
    events,
    family,
    feelings,
    food,
    habits,
    hobbies,
    home,
    likes,
    medicine,
    pets,
    plans,
    profile,
    promises,
    relations,
    school,
    skills,
    styles,
    tasks,
    things,
    traits,
    work,
)
from saegim.remember.rules.engine import Book
from saegim.remember.rules.english import EnglishBook, EnglishRule
from saegim.remember.rules.rule import Rule
from saegim.remember.rules.surface import SurfaceBook

RULES: tuple[Rule, ...] = (
    *medicine.RULES,
    *conditions.RULES,
    *food.RULES,
    *profile.RULES,
    *traits.RULES,
    *family.RULES,
    *relations.RULES,
    *pets.RULES,
    *home.RULES,
    *work.RULES,
    *employment.RULES,
    *school.RULES,
    *boundaries.RULES,
    *styles.RULES,
    *constraints.RULES,
    *promises.RULES,
    *plans.RULES,
    *tasks.RULES,
    *events.RULES,
    *likes.RULES,
    *dislikes.RULES,
    *hobbies.RULES,
    *things.RULES,
    *skills.RULES,
    *habits.RULES,
    *feelings.RULES,
)
ASSISTANT_RULES: tuple[Rule, ...] = promises.ASSISTANT_RULES
ENGLISH_RULES: tuple[EnglishRule, ...] = (
    *english_health.RULES,
    *english_profile.RULES,
    *english_people.RULES,
    *english_work.RULES,
    *english_tastes.RULES,
    *english_daily.RULES,
    *english_ahead.RULES,
    *english_limits.RULES,
)
ENGLISH_ASSISTANT_RULES: tuple[EnglishRule, ...] = english_ahead.ASSISTANT_RULES


@lru_cache(maxsize=1)
def book() -> Book:
    """What people say. Compiled on first use."""
    return Book(RULES)


@lru_cache(maxsize=1)
def assistant_book() -> Book:
    """What the assistant says: its promises."""
    return Book(ASSISTANT_RULES)


@lru_cache(maxsize=1)
def english_book() -> EnglishBook:
    """What people say in English."""
    return EnglishBook(ENGLISH_RULES)


@lru_cache(maxsize=1)
def english_assistant_book() -> EnglishBook:
    """What the assistant promises in English."""
    return EnglishBook(ENGLISH_ASSISTANT_RULES)


@lru_cache(maxsize=1)
def surface_book() -> SurfaceBook:
    """What people say in Korean, read without an analyser."""
    return SurfaceBook()
