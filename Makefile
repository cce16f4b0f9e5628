# Two commands for a fresh machine with Python and make: `make demo` shows the main job, `make test` proves the package.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

.PHONY: demo test validate figures bench docs clean

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

figures: $(VENV)/.installed
	$(BIN)/python docs/make_figures.py

bench: $(VENV)/.tested
	$(BIN)/python benchmarks/run.py

docs: $(VENV)/.documented
	$(BIN)/python -m sphinx -W --keep-going -q -b html -d build/doctrees docs build/docs
	@echo "build/docs/index.html"

$(VENV)/.installed: pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade pip
	$(BIN)/python -m pip install --quiet -c constraints.txt -e .
	touch $@

$(VENV)/.tested: $(VENV)/.installed
	$(BIN)/python -m pip install --quiet -c constraints.txt -e ".[test]"
	touch $@

$(VENV)/.documented: $(VENV)/.installed
	$(BIN)/python -m pip install --quiet -c constraints.txt -e ".[docs]"
	touch $@

clean:
	rm -rf $(VENV) .venv-bench out build dist docs/auto_gallery
