# Two commands do everything on a fresh machine: `make serve` and `make test`. They need Python >= 3.11, a Rust toolchain, a C
# compiler and make; all else is installed into .venv, from the lock files.

PYTHON ?= python3
PORT ?= 4000
BIN := .venv/bin
CORES := $(shell nproc 2>/dev/null || echo 2)
RUST := $(shell find rust_core/src rust_core/catalog -type f) rust_core/Cargo.toml Cargo.toml Cargo.lock
TEST := $(BIN)/python -m pytest -n $(CORES) --dist worksteal
# One target folder for all: what clippy, tests and the extension have in common is compiled once.
CARGO_TEST := $(shell cargo nextest --version >/dev/null 2>&1 && echo 'nextest run --no-fail-fast' || echo 'test --lib --tests')

.DEFAULT_GOAL := help
.PHONY: help serve test test-rust test-python test-slow lint fmt bench bench-quick bench-report bless clean

help: ## Show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

serve: .venv/built ## Start the server on port 4000 (PORT=N for another)
	@exec $(BIN)/spellmoot serve --port $(PORT)

test: test-rust test-python ## Install what tests need, run all of them

test-rust:
	cargo $(CARGO_TEST) -p spellmoot_core
	cargo test -q --doc -p spellmoot_core

test-python: .venv/dev .venv/built
	$(TEST) -m 'not slow'
	$(BIN)/python -m pytest -q --doctest-modules --pyargs rust_core

test-slow: .venv/dev .venv/built ## Run the slow suites too (long random play, kills, storms)
	SPELLMOOT_SLOW=1 cargo $(CARGO_TEST) --release -p spellmoot_core
	$(TEST) --timeout 1800 -m 'slow or not slow'

lint: .venv/dev .venv/built ## Check form, types, imports and dependencies
	cargo fmt --check
	cargo clippy -q --all-targets -- -D warnings
	cargo clippy -q --all-targets --features python -- -D warnings
	@if cargo tree -p spellmoot_core -e normal | grep -q pyo3; then echo 'the core must not need PyO3'; exit 1; fi
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/python -m mypy.stubtest rust_core._native
	$(BIN)/lint-imports

fmt: .venv/dev ## Put the form right
	cargo fmt
	$(BIN)/ruff check --fix-only -q .
	$(BIN)/ruff format -q .

bench: .venv/dev .venv/built ## Measure everything (minutes)
	$(BIN)/python -m bench
	cargo bench -q -p spellmoot_core --bench carryover --bench dice --bench zones --bench games

bench-quick: .venv/dev .venv/built ## Measure the main figures (under a minute)
	$(BIN)/python -m bench --quick

bench-report: .venv/dev .venv/built ## Measure all of it and write the reports of this version (half an hour)
	@mkdir -p target
	$(BIN)/python -m bench > target/figures.txt
	$(BIN)/spellmoot bench report bench/reports/$$($(BIN)/python -c 'from server.config import VERSION; print(VERSION)') \
		--figures target/figures.txt

bless: .venv/dev .venv/built ## Write today's behaviour into expected files; review the diff like code
	BLESS=1 cargo test -q -p spellmoot_core --test scenarios --test playthroughs
	BLESS=1 $(BIN)/python -m pytest -q tests/unit/server/text tests/e2e

clean: ## Remove everything that was built
	rm -rf .venv target dist

.venv/made:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo 'Spellmoot needs Python 3.11 or newer (PYTHON=...)'; exit 1; }
	@command -v cargo >/dev/null || { echo 'Spellmoot needs a Rust toolchain: cargo was not found'; exit 1; }
	$(PYTHON) -m venv .venv
	@touch $@

.venv/run: requirements.lock | .venv/made
	@echo 'Installing what the server needs ...'
	$(BIN)/python -m pip install -q --disable-pip-version-check --require-hashes -r requirements.lock
	@touch $@

.venv/dev: requirements-dev.lock | .venv/run
	@echo 'Installing what tests and checks need ...'
	$(BIN)/python -m pip install -q --disable-pip-version-check --require-hashes -r requirements-dev.lock
	@touch $@

# Always in release mode: a debug core never reaches a player.
.venv/built: $(RUST) pyproject.toml rust_core/_native.pyi | .venv/run
	@echo 'Building the rules core (a minute or two the first time) ...'
	PIP_QUIET=1 VIRTUAL_ENV=$(CURDIR)/.venv $(BIN)/maturin develop -q --release --locked
	@touch $@
