"""The server: parses requests, calls the engine, renders answers. It holds no rule of its own.

Nothing is imported here: whoever lacks the extra `server` can still ask for the rest of saegim.
"""
