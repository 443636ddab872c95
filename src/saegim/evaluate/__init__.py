"""Figures for retrieval, extraction and emotion, measured against labelled sets."""
