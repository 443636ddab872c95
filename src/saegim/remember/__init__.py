"""After a turn: what is worth keeping, and how it is kept."""
