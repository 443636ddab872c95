"""Moving in: importers, one per source system. None changes its source, and running twice adds nothing."""
