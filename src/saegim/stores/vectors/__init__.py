"""Vector indexes. Each passes the one contract suite in tests/stores/test_vector_indexes.py."""
