"""The Python interfaces of the systems that saegim replaces, thin, over the same engine."""
