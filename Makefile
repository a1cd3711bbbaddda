# Everything sets itself up: `make play` and `make test` work in a fresh checkout on a machine that has only
# Python >= 3.11, make and a C compiler. What they install goes into .venv, at the versions of the committed locks;
# a second call finds it there.

PORT ?= 8000
BROWSER_OPEN ?= 1
# More arguments for the tools below, as in `make bench ARGS="--json"` or `make pytest ARGS="-k tunnel"`.
ARGS ?=

BIN := .venv/bin
PIP := $(BIN)/pip --disable-pip-version-check install --quiet
# A stamp's time says when the virtual environment last matched its lock.
PLAY_READY := .venv/ready-play
TEST_READY := .venv/ready-test
RAY_READY := .venv/ready-ray
TRAIN_READY := .venv/ready-train

# The packages whose every line and branch some test must run.
COVERED := src/branchline/core src/branchline/rules src/branchline/games
# The tests that must do so. The others run without being watched, which is much quicker.
COVERING := $(addprefix tests/,core rulebook games counts playthroughs data)
# Servers killed a hundred times, a million bad frames, and whole games in a browser come last.
LONG := $(addprefix tests/,browser kill fuzz)
PYTEST := $(BIN)/pytest -n 2 --dist worksteal --no-skips
comma := ,
empty :=
space := $(empty) $(empty)

# The browser table is built where its sources are; an installed package carries it ready-made.
WEB := $(wildcard web/package.json)
WEB_BUILT := src/branchline/web/static/index.html
WEB_READY := web/node_modules/.ready
WEB_SOURCES := $(if $(WEB),$(shell find web -type f -not -path 'web/node_modules/*'))

# What the tests need from the operating system.
SYSTEM := $(if $(WEB),chromium) $(if $(wildcard src/branchline/server/*.py),postgresql)

.DEFAULT_GOAL := help
.PHONY: help play test test-long lint types format pytest coverage web web-test system-test-deps wire ray train \
    bench load simulation mutants matrix screenshots lock wheel clean

help: ## Say what can be made
	@sed -n 's/^\([a-z-]*\):[^#]*## /  make \1 ~/p' $(MAKEFILE_LIST) | column -t -s '~' 2>/dev/null \
	    || sed -n 's/^\([a-z-]*\):[^#]*## /  make \1: /p' $(MAKEFILE_LIST)

play: $(PLAY_READY) $(if $(WEB),web) ## Open a table in the browser (PORT=8000 BROWSER_OPEN=1)
	$(BIN)/branchline play --port $(PORT) $(if $(filter 0,$(BROWSER_OPEN)),--no-open)

test: lint $(if $(WEB),web-test) pytest coverage test-long ## Check everything: style, types, tests, coverage

lint: $(TEST_READY) ## Check style and types
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(MAKE) --no-print-directory types

types: $(TEST_READY) ## Check types alone
	$(BIN)/mypy src tests benchmarks $(wildcard tools/*.py) tools/load tools/look_back tools/mutants

format: $(TEST_READY) ## Bring the Python sources into shape
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

EXTRAS_READY := $(RAY_READY) $(TRAIN_READY)
pytest: $(TEST_READY) $(EXTRAS_READY) system-test-deps $(if $(WEB),web) ## Run the Python tests (ARGS="-k tunnel")
ifneq ($(ARGS),)
	$(PYTEST) $(ARGS)
else
	$(PYTEST) $(addprefix --cov=,$(COVERED)) --cov-report= $(COVERING)
	$(PYTEST) $(addprefix --ignore=,$(COVERING) $(LONG)) tests
endif

# Playwright keeps an event loop running, so the browser's tests have a run of their own.
test-long: $(TEST_READY) system-test-deps $(if $(WEB),web) ## Run the long tests: kills, fuzz, browser
	$(PYTEST) tests/kill tests/fuzz
	$(PYTEST) tests/browser

matrix: $(TEST_READY) system-test-deps $(if $(WEB),web) ## Look at every question on every screen
	$(PYTEST) --every-size tests/browser/test_matrix.py tests/browser/test_page_matrix.py

coverage: $(TEST_READY) ## Demand that the last `make pytest` ran all of core, rules and games
	$(BIN)/coverage report --fail-under=100 --include='$(subst $(space),$(comma),$(COVERED:=/*))'

system-test-deps:
	@tools/system-test-deps $(SYSTEM)

web: $(if $(WEB),$(WEB_BUILT)) ## Build the browser table into the Python package
web-test: $(if $(WEB),$(WEB_READY)) ## Check the browser table's own sources
ifdef WEB
	cd web && ../tools/with-node npm test
endif

wire: $(TEST_READY) $(if $(WEB),$(WEB_READY)) ## Write the protocol's schema, OpenAPI and TypeScript types again
	$(BIN)/python -m branchline.server.wire.schema > docs/protocol.schema.json
	$(BIN)/python -m branchline.server.http.openapi > docs/openapi.json
	$(BIN)/python -m branchline.data.schema > docs/board.schema.json
ifdef WEB
	cd web && ../tools/with-node npm run wire
endif

# `npm ci` would refuse a lock that knows the binaries of one platform only; this takes its versions all the same.
$(WEB_READY): web/package.json web/package-lock.json | $(BIN)/pip
	cd web && ../tools/with-node npm install --no-save --no-audit --no-fund
	@touch $@

$(WEB_BUILT): $(WEB_READY) $(WEB_SOURCES)
	cd web && ../tools/with-node npm run build
	@touch $@

ray: $(RAY_READY) ## Add Ray, for the lab on a cluster and its test

train: $(TRAIN_READY) ## Add PyTorch, for training and its tests

bench: $(PLAY_READY) ## Measure games a second and time a decision
	$(BIN)/branchline bench $(ARGS)

load: $(TEST_READY) ## Measure the server under load
	$(BIN)/python -m tools.load $(ARGS)

simulation: $(TEST_READY) system-test-deps ## Simulate faults by seed (ARGS="--seeds 20000 --jobs 2")
	$(BIN)/python -m tools.simulation $(ARGS)

mutants: $(TEST_READY) ## Break the code on purpose and see which tests notice (ARGS="room --sample 100")
	$(BIN)/python -m tools.mutants $(ARGS)

screenshots: $(TEST_READY) system-test-deps web ## Take the pictures of README and docs again (ARGS="guide-europe")
	$(BIN)/python -m tools.screenshots $(ARGS)

# Keeps what is pinned where it still fits; `make lock ARGS=--upgrade` takes the newest of everything.
COMPILE = $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --custom-compile-command "make lock" $(ARGS)
TESTED = dev postgres lab fast envs spiel
lock: $(TEST_READY) ## Write the locks again after a change of dependencies
	$(COMPILE) pyproject.toml --group build $(addprefix --extra ,$(TESTED)) -o requirements.lock
	$(COMPILE) pyproject.toml --group build -c requirements.lock -o requirements-play.lock
	$(COMPILE) pyproject.toml --extra ray -c requirements.lock -o requirements-ray.lock

wheel: $(TEST_READY) $(if $(WEB),web) ## Build the package into dist/, browser table included
	$(BIN)/python -m hatchling build -t wheel

clean: ## Remove all that was made here
	rm -rf .venv web/node_modules src/branchline/web/static
	rm -rf .coverage .mutants .mypy_cache .ruff_cache .pytest_cache .hypothesis

$(BIN)/pip:
	@python=$$(tools/find-python $(PYTHON)) && echo "Making .venv with $$python." && $$python -m venv .venv

# The compiler of the Grandmaster's search. There are no builds of it for some machines, where another search plays.
FAST = numba numpy safetensors

# Both locks pin the same versions, so either may come first.
$(PLAY_READY): requirements-play.lock pyproject.toml | $(BIN)/pip
	$(PIP) -r requirements-play.lock
	$(PIP) --only-binary :all: -c requirements.lock $(FAST) || echo "No numba for this machine: the slower search plays."
	$(PIP) --no-build-isolation --no-deps --editable .
	@touch $@

$(TEST_READY): requirements.lock pyproject.toml | $(BIN)/pip
	$(PIP) -r requirements.lock
	$(PIP) --no-build-isolation --no-deps --editable .
	@touch $@

$(RAY_READY): requirements-ray.lock $(TEST_READY)
	$(PIP) -r requirements-ray.lock
	@touch $@

# PyTorch alone has no lock: what it brings along differs between machines with and without a graphics card.
$(TRAIN_READY): pyproject.toml $(TEST_READY)
	$(PIP) -c requirements.lock torch==2.13.0
	@touch $@
