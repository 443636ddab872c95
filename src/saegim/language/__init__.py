"""Pure functions over text: normal form, morphemes, tokens, dates."""
