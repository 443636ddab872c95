"""What `make bench` measures: one module a measurement, each giving sections of the report."""
