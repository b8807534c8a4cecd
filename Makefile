# Two commands: `make demo` and `make test`. Both set up everything they need in this folder, once.

PYTHON ?= python3
TOX := .tox/bootstrap/bin/tox
ENV := .venv

.PHONY: help demo test test-all audit bench clean

help:
	@echo "make demo      release an assignment, simulate a class, grade it, show the report"
	@echo "make test      lint, types, and the fast tests (what CI runs)"
	@echo "make test-all  every test: attacks, bridges, soak (RESUME=1: without those that passed last time)"
	@echo "make audit     the full audit of every assignment (resumes)"
	@echo "make bench     benchmarks against the peers"

# tox owns the one environment, .venv; its own little environment holds tox alone.
$(TOX):
	@$(PYTHON) -m venv .tox/bootstrap
	@.tox/bootstrap/bin/python -m pip install --quiet --disable-pip-version-check -c constraints.txt tox

$(ENV)/.ready: $(TOX) tox.ini pyproject.toml constraints.txt
	@echo "setting up $(ENV) (once)"
	@$(TOX) run -q -e py --notest
	@touch $@

demo: $(ENV)/.ready
	@$(ENV)/bin/python tools/demo.py $(NN)

test: $(ENV)/.ready
	@$(TOX) run -q -e py --skip-pkg-install

test-all: $(ENV)/.ready
	@$(TOX) run -q -e py --skip-pkg-install -- all $(if $(RESUME),--resume)

audit: $(ENV)/.ready
	@$(ENV)/bin/gradmark audit all --seeds 200

bench: $(ENV)/.ready
	@$(ENV)/bin/python benchmarks/run.py

clean:
	rm -rf .venv .tox demo dist .pytest_cache .mypy_cache .ruff_cache
