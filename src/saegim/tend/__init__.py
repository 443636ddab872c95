"""In quiet time: meet entities, reflect, merge, consolidate, forget; and undo any of it."""
