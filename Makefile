# Two commands for a fresh machine with Python and make: `make demo` shows the main job, `make test` proves the package.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

.PHONY: demo test validate bench clean

demo: $(VENV)/.installed
	$(BIN)/stickslip run woodpecker --out out

test: $(VENV)/.tested
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/stickslip warmup
	$(BIN)/python -m pytest -n 2 -m "not slow"

validate: $(VENV)/.tested
	$(BIN)/python -m pytest -n 2 -m slow
	$(BIN)/python docs/make_validation.py

bench: $(VENV)/.tested
	$(BIN)/python benchmarks/run.py

$(VENV)/.installed: pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade pip
	$(BIN)/python -m pip install --quiet -c constraints.txt -e .
	touch $@

$(VENV)/.tested: $(VENV)/.installed
	$(BIN)/python -m pip install --quiet -c constraints.txt -e ".[test]"
	touch $@

clean:
	rm -rf $(VENV) .venv-bench out build dist
