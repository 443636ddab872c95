"""The pages people look at. Nothing heavy is loaded before somebody opens one."""

from saegim.web.mount import mount

__all__ = ["mount"]
