"""Embedders and language models, each loaded on first use."""
