"""Rules that find what a message teaches, without a language model."""

from saegim.remember.rules.extract import extract

__all__ = ["extract"]
