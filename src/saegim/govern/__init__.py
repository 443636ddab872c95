"""Who may do what: keys, roles, tokens."""
