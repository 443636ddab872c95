"""Before a turn: from a message to the few things worth knowing."""
