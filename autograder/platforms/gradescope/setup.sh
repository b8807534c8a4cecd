#!/usr/bin/env bash
# Builds the image: Python, what grading needs, gradmark from the wheel beside this file. Nothing is fetched later.
set -euo pipefail
root="${GRADMARK_AUTOGRADER:-/autograder}"
home="${GRADMARK_HOME:-/opt/gradmark}" # a folder that every user may read: workers run as users of their own
cd "$root/source"

if [ ! -x "$home/bin/python" ]; then
    if ! python3 -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 10))'; then
        apt-get update
        apt-get install -y --no-install-recommends python3 python3-venv
        rm -rf /var/lib/apt/lists/*
    fi
    python3 -m venv "$home"
fi
pip=("$home/bin/python" -m pip install --no-cache-dir --disable-pip-version-check --quiet)
"${pip[@]}" -c constraints.txt -r requirements.txt # versions that were tested, also of what these need in turn
"${pip[@]}" --no-deps --force-reinstall wheels/*.whl # the one of this release, whatever is there already

# What Python compiles on the way stays in the image.
"$home/bin/python" -I -m autograder.platforms.gradescope.grade "$root"

# Suites, references and the secret: for the grader, which is root, and for nobody else.
[ "$(id -u)" != 0 ] || chown -R root:root .
chmod -R go= .
"$home/bin/python" -I -m autograder doctor || echo "This machine is not the one that will grade, but look at the above." >&2
