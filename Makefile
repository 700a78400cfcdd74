# Only Python 3.11+, git and make are needed; everything else is put into .venv, by its hash.
PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check install --quiet
HAS_TOKEN = [ -n "$$BOT_TOKEN" ] || \
	grep -Eqs "^ *(export +)?BOT_TOKEN *= *[\"']?[0-9]" .env

.PHONY: run test soak image check bench format lock help

help: ## what can be made
	@grep -E '^[a-z]+:.*##' Makefile | sed -E 's/:.*## /\t/'

run: $(VENV)/.run-stamp ## start the bot; without a token, with a local Telegram and its page
	@if $(HAS_TOKEN); then exec $(BIN)/python -m bot; else exec $(BIN)/python -m bot.sandbox; fi

test: $(VENV)/.dev-stamp ## the tests, in under five minutes
	$(BIN)/python -m pytest -n 2 --dist worksteal

soak: $(VENV)/.dev-stamp ## many random games through the local Telegram, kills and faults included
	$(BIN)/python -m pytest -m soak -o faulthandler_timeout=3600

image: $(VENV)/.dev-stamp ## the steps of the Dockerfile in a clean root, and the bot in it; needs root, no Docker
	$(BIN)/python -m pytest -rs -m image

check: $(VENV)/.dev-stamp ## lint, format, types, directions of imports
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache

bench: $(VENV)/.run-stamp ## how fast the engine plays, and how the bot does at lively tables
	$(BIN)/python -m engine bench
	$(BIN)/python -m tests.bench

format: $(VENV)/.dev-stamp ## put the sources in shape
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

# Needs uv on the PATH; nobody else does.
LOCK = uv pip compile pyproject.toml --quiet --universal --python-version 3.11 --generate-hashes \
	--no-emit-index-url --no-emit-find-links --custom-compile-command "make lock"
lock: ## write the lock files anew from pyproject.toml
	$(LOCK) -o requirements.lock
	$(LOCK) --group dev -c requirements.lock -o requirements-dev.lock

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "Python 3.11 or newer is needed: make PYTHON=/path/to/python3.11 …" >&2; exit 1; }
	$(PYTHON) -m venv $(VENV)

$(VENV)/.run-stamp: requirements.lock | $(BIN)/python
	$(PIP) --require-hashes -r requirements.lock
	@touch $@

# The development lock holds the same versions and more, so one environment serves both.
$(VENV)/.dev-stamp: requirements-dev.lock | $(BIN)/python
	$(PIP) --require-hashes -r requirements-dev.lock
	@touch $@
