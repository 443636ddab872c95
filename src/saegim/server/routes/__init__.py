"""One module a resource: parse, call the engine, render."""
