"""The text on which 09_transformers trains its language model: the prose of this course's own notebooks.

    python tools/make_prose.py          writes assignments/09_transformers/data/prose.npz (for students)
                                        and train_char_gpt/held_out.npz (hidden)

Code, formulas, markers and reading lists are left out; what remains is written in 34 characters. Every tenth paragraph
is held out. The files are committed, and are made anew only on purpose: thresholds were measured on them.
"""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np

from autograder.authoring.data import write_npz

ROOT = Path(__file__).parents[1] / "assignments"
HERE = ROOT / "09_transformers"
ALPHABET = " abcdefghijklmnopqrstuvwxyz.,:;?'-"
SOURCES = "01 02 03 04 06 08 11 13".split()
"""Those that had a finished notebook when the text was made."""
LENGTH = 100_000


def paragraphs(text: str) -> list[str]:
    text = re.sub(r"```.*?```", "\n\n", text, flags=re.S)
    text = re.sub(r"<!-- notes -->.*?<!-- end -->", "\n\n", text, flags=re.S)
    text = re.sub(r"<!--.*?-->", "\n\n", text, flags=re.S)
    text = re.sub(r"\$\$.*?\$\$|\$[^$]*\$|`[^`]*`", " x ", text, flags=re.S)
    found = [" ".join(p.split()) for p in re.split(r"\n\s*\n", text)]
    return [plain(p) for p in found if len(p) > 120 and not p.startswith(("**Reading", "#", "|", "- "))]


def plain(paragraph: str) -> str:
    kept = "".join(c if c in ALPHABET else " " for c in paragraph.lower().replace("’", "'"))
    return re.sub(r" ([.,:;?])", r"\1", " ".join(kept.split())) + " "


def main() -> None:
    notebooks = [next(ROOT.glob(f"{number}_*/notebook.md")) for number in SOURCES]
    each = [paragraphs(notebook.read_text(encoding="utf-8")) for notebook in notebooks]
    taken: list[str] = []
    for row in range(max(map(len, each))):  # in turn, so that every notebook has its share
        taken += [part[row] for part in each if row < len(part)]
    cut = int(np.searchsorted(np.cumsum([len(p) for p in taken]), LENGTH))
    taken = taken[:cut]
    ids = {c: i for i, c in enumerate(ALPHABET)}
    train = "".join(p for i, p in enumerate(taken) if i % 10 != 9)
    held_out = "".join(p for i, p in enumerate(taken) if i % 10 == 9)
    codes = [np.array([ids[c] for c in text], dtype=np.uint8) for text in (train, held_out)]
    alphabet = np.array(ALPHABET)
    (HERE / "data").mkdir(exist_ok=True)
    (HERE / "train_char_gpt").mkdir(exist_ok=True)
    write_npz(HERE / "data" / "prose.npz", {"ids": codes[0], "alphabet": alphabet})
    write_npz(HERE / "train_char_gpt" / "held_out.npz", {"ids": codes[1], "alphabet": alphabet})
    print(f"{len(train)} characters for training, {len(held_out)} held out")
    print(held_out[:600])


if __name__ == "__main__":
    main()
