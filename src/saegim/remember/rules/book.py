"""All rules, in the order in which they are tried."""

from __future__ import annotations

from functools import lru_cache

from saegim.remember.rules import (
    allergies,
    asides,
    boundaries,
    conditions,
    constraints,
    contraindications,
    dislikes,
    doses,
    employment,
    english_ahead,
    english_allergies,
    english_body,
    english_circle,
    english_daily,
    english_doings,
    english_food,
    english_health,
    english_home,
    english_limits,
    english_people,
    english_profile,
    english_promises,
    english_tastes,
    english_trades,
    english_work,
    events,
    family,
    favourites,
    feats,
    feelings,
    food,
    forbidden,
    giving_up,
    habits,
    hobbies,
    home,
    households,
    last_resort,
    likes,
    limits,
    losses,
    medicine,
    milestones,
    mishaps,
    names,
    particulars,
    pets,
    plans,
    prescriptions,
    profile,
    promises,
    refusals,
    relations,
    schedule,
    school,
    short,
    skills,
    styles,
    tasks,
    things,
    traits,
    treatments,
    vows,
    ways,
    work,
    workplaces,
)
from saegim.remember.rules.engine import Book
from saegim.remember.rules.english import EnglishBook, EnglishRule
from saegim.remember.rules.rule import Rule
from saegim.remember.rules.surface import SurfaceBook

RULES: tuple[Rule, ...] = (
    *allergies.RULES,
    *medicine.RULES,
    *prescriptions.RULES,
    *doses.RULES,
    *contraindications.RULES,
    *forbidden.RULES,
    *conditions.RULES,
    *treatments.RULES,
    *food.RULES,
    *giving_up.RULES,
    *names.RULES,
    *profile.RULES,
    *traits.RULES,
    *family.RULES,
    *relations.RULES,
    *pets.RULES,
    *home.RULES,
    *households.RULES,
    *work.RULES,
    *workplaces.RULES,
    *employment.RULES,
    *school.RULES,
    *boundaries.RULES,
    *styles.RULES,
    *constraints.RULES,
    *promises.RULES,
    *vows.RULES,
    *schedule.RULES,
    *plans.RULES,
    *tasks.RULES,
    *events.RULES,
    *likes.RULES,
    *favourites.RULES,
    *dislikes.RULES,
    *hobbies.RULES,
    *things.RULES,
    *skills.RULES,
    *habits.RULES,
    *feelings.RULES,
    *mishaps.RULES,
    *milestones.RULES,
    *losses.RULES,
    *feats.RULES,
    *limits.RULES,
    *refusals.RULES,
    *ways.RULES,
    *particulars.RULES,
    *short.RULES,
    *asides.RULES,
    *last_resort.RULES,
)
ASSISTANT_RULES: tuple[Rule, ...] = promises.ASSISTANT_RULES
ENGLISH_RULES: tuple[EnglishRule, ...] = (
    *english_allergies.RULES,
    *english_health.RULES,
    *english_food.RULES,
    *english_profile.RULES,
    *english_people.RULES,
    *english_home.RULES,
    *english_work.RULES,
    *english_tastes.RULES,
    *english_daily.RULES,
    *english_ahead.RULES,
    *english_promises.RULES,
    *english_limits.RULES,
    *english_trades.RULES,
    *english_circle.RULES,
    *english_doings.RULES,
    *english_body.RULES,
)
ENGLISH_ASSISTANT_RULES: tuple[EnglishRule, ...] = english_promises.ASSISTANT_RULES


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
