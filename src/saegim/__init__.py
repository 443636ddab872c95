"""saegim (새김): long-term memory for conversational AI. Korean first, offline, encrypted."""

from saegim.engine import Saegim
from saegim.errors import SaegimError
from saegim.models import (
    Context,
    Filters,
    Hit,
    Memory,
    MemoryVersion,
    Message,
    Persona,
    Recall,
    Session,
    Stats,
    Trace,
    Turn,
)
from saegim.user import User

__all__ = [
    "Context",
    "Filters",
    "Hit",
    "Memory",
    "MemoryVersion",
    "Message",
    "Persona",
    "Recall",
    "Saegim",
    "SaegimError",
    "Session",
    "Stats",
    "Trace",
    "Turn",
    "User",
]
