# The tasks of this project, for people and for CI: `make help` lists them.

PYTHON ?= python3
BIN := .venv/bin
STAMP := .venv/.installed
UV := uv==0.13.9
AUDIT := pip-audit==2.10.1

.DEFAULT_GOAL := help
.PHONY: help setup build test fuzz lint types schema grammar golden bench corpus baseline audit lock clean FORCE

help: ## List these tasks.
	@awk -F ':.*## ' '/^[a-z]+:.*## / {printf "make %-8s %s\n", $$1, $$2}' Makefile

setup: $(STAMP) ## Make .venv from the hashed lock; the tasks below do it by themselves.

build: $(STAMP) ## Compile every norm in raw/ into build/: the validated catalogue and the site.
	@$(BIN)/lei build
	@echo "Catalogue: build/catalogo/"
	@echo "Site:      build/site/index.html"

test: $(STAMP) ## Run the whole test suite.
	@$(BIN)/pytest --numprocesses auto --dist loadfile

fuzz: $(STAMP) ## Try random input for FUZZ_SECONDS (180); FUZZ_SEED=n repeats a run.
	@$(BIN)/python -m tests.fuzz --seconds $(or $(FUZZ_SECONDS),180) $(if $(FUZZ_SEED),--seed $(FUZZ_SEED)) --keep build/fuzz

lint: $(STAMP) ## Check style and formatting with ruff.
	@$(BIN)/ruff check
	@$(BIN)/ruff format --check

types: $(STAMP) ## Check types with mypy, strict.
	@$(BIN)/mypy

schema: $(STAMP) ## Regenerate schema/ from the models; commit what changes.
	@$(BIN)/lei schema --out schema

grammar: $(STAMP) ## Regenerate the parser's tables from grammar/lei.lark; commit what changes.
	@$(BIN)/python -c 'from pathlib import Path; from pipeline.grammar import COMMAND_TABLES, TABLES, tables; Path("grammar", TABLES).write_bytes(tables()); Path("grammar", COMMAND_TABLES).write_bytes(tables("comando"))'

golden: $(STAMP) ## Rewrite the tests' snapshots; explain the difference in the commit.
	@$(BIN)/pytest tests/test_law.py --update-golden

bench: $(STAMP) ## Measure the compiler's speed and the weight of the site's pages.
	@$(BIN)/python -m tests.bench

corpus: $(STAMP) ## Score real norms against their golds; show what changed since the last release.
	@$(BIN)/python -m tests.corpus_report

baseline: $(STAMP) ## Write down what this release makes of them; explain the difference in the commit.
	@$(BIN)/python -m tests.corpus_report --baseline

audit: ## Ask a database of advisories about every locked package (needs a network).
	@tmp=$$(mktemp -d) && trap 'rm -rf "$$tmp"' EXIT \
	&& "$(PYTHON)" -m venv "$$tmp" && "$$tmp/bin/python" -m pip install --quiet $(AUDIT) \
	&& "$$tmp/bin/pip-audit" --vulnerability-service osv --strict --require-hashes --disable-pip -r requirements-dev.lock

lock: ## Resolve the lock files anew from pyproject.toml (FLAGS=--upgrade takes newer versions).
	@tmp=$$(mktemp -d) && trap 'rm -rf "$$tmp"' EXIT \
	&& "$(PYTHON)" -m venv "$$tmp" && "$$tmp/bin/python" -m pip install --quiet $(UV) \
	&& compile() { "$$tmp/bin/uv" pip compile --quiet --universal --python-version 3.11 --generate-hashes \
		--custom-compile-command 'make lock' $(FLAGS) pyproject.toml "$$@"; } \
	&& compile --output-file requirements.lock \
	&& compile --group dev --constraints requirements.lock --output-file requirements-dev.lock \
	&& "$$tmp/bin/uv" pip compile --quiet --universal --python-version 3.11 --generate-hashes \
		--custom-compile-command 'make lock' $(FLAGS) --group strict --output-file requirements-strict.lock

clean: ## Remove what was generated: build/, dist/ and caches (.venv and raw/ stay).
	rm -rf build dist .hypothesis .mypy_cache .pytest_cache .ruff_cache

# The stamp is written last and --clear removes it first, so a set-up that broke off is done again.
# Hashes and `-e .` exclude each other, hence two installs. pip compiles to bytecode what it copies,
# and not what it links to: without that each start of `lei` takes a quarter of a second longer.
$(STAMP): pyproject.toml requirements-dev.lock requirements-strict.lock
	@command -v "$(PYTHON)" >/dev/null || { echo "lei needs Python 3.11 or newer; no '$(PYTHON)' here: make PYTHON=/path/to/python3 $(MAKECMDGOALS)" >&2; exit 1; }
	@"$(PYTHON)" -c 'import sys; sys.exit("lei needs Python 3.11 or newer, not %s: make PYTHON=/path/to/python3 $(MAKECMDGOALS)" % sys.version.split()[0] if sys.version_info < (3, 11) else 0)'
	@"$(PYTHON)" -c 'import ensurepip, venv' 2>/dev/null || { echo "'$(PYTHON)' lacks the venv module (Debian, Ubuntu: apt install python3-venv)" >&2; exit 1; }
	@echo "Setting up .venv from requirements-dev.lock (about a minute)"
	@"$(PYTHON)" -m venv --clear .venv
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-dev.lock
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes --no-deps --target .venv/strict -r requirements-strict.lock
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	@$(BIN)/python -m compileall -q pipeline
	@pwd -P > $(STAMP)

# A venv does not survive a move or a copy of its checkout, nor the removal of its Python.
ifneq ($(shell $(BIN)/python -c '' 2>/dev/null && test "$$(cat $(STAMP) 2>/dev/null)" = "$$(pwd -P)" && echo good),good)
$(STAMP): FORCE
endif
