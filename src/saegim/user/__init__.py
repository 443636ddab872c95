"""One remembered person: the verbs of the library, gathered from one module per noun."""

from saegim.user.care import Care
from saegim.user.learning import Learning
from saegim.user.moving import Moving
from saegim.user.tending import Tending


class User(Learning, Tending, Care, Moving):
    """A handle on one person's memory, with one persona or none. Cheap to make; safe in threads."""


__all__ = ["User"]
