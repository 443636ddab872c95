"""Where things are kept. Each store passes the one contract suite in tests/stores."""
