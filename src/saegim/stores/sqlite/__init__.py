"""The embedded store: a registry file and one encrypted SQLite file per user."""

from saegim.stores.sqlite.store import SqliteStore

__all__ = ["SqliteStore"]
