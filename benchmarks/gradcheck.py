"""The gradient check against its peers, side by side in one run.

    python benchmarks/gradcheck.py [--draws 10000] [--write]

Cost at three sizes; false failures on right code, close to kinks; mistakes of the course that are caught.
Bars: 12 forwards at any size, 200 times faster than entry by entry at 10^4 inputs, no false failure, every
mistake caught. Exits with 1 if one is missed. `--write` puts the tables into benchmarks/RESULTS.md.
"""

from __future__ import annotations

import argparse
import inspect
import sys
import time
import types
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from autograder.checks import CheckFailed, Inconclusive, gradcheck  # noqa: E402
from benchmarks.gradcheck_pairs import NO_GRADIENT, SETTINGS, Setting  # noqa: E402

RESULTS = Path(__file__).with_name("RESULTS.md")
START, END = "<!-- gradcheck -->", "<!-- /gradcheck -->"
Rng = np.random.Generator


# Cost


def layernorm_forward(x):
    centred = x - x.mean(-1, keepdims=True)
    root = np.sqrt((centred**2).mean(-1, keepdims=True) + 1e-5)
    return centred / root, (centred / root, root)


def layernorm_backward(dout, cache):
    x_hat, root = cache
    return (dout - dout.mean(-1, keepdims=True) - x_hat * (dout * x_hat).mean(-1, keepdims=True)) / root


def entry_by_entry(forward, backward, x: np.ndarray, rng: Rng, h: float = 1e-6) -> bool:
    """The textbook check: two forwards per entry, greatest relative error."""
    out, cache = forward(x)
    dout = rng.standard_normal(np.shape(out))
    dx = backward(dout, cache)
    numeric = np.zeros_like(x)
    for i in np.ndindex(*x.shape):
        step = np.zeros_like(x)
        step[i] = h
        numeric[i] = ((forward(x + step)[0] - forward(x - step)[0]) * dout).sum() / (2 * h)
    return bool((np.abs(dx - numeric) <= 1e-5 * np.abs(numeric).max()).all())


@dataclass
class Counted:
    """A function that counts its calls."""

    function: Callable
    calls: int = 0

    def __call__(self, *args):
        self.calls += 1
        return self.function(*args)


def timed(run: Callable[[], object], least: float = 0.2) -> float:
    """Seconds of one run: the best of as many as fit into `least`."""
    best, spent = float("inf"), 0.0
    while spent < least:
        start = time.perf_counter()
        run()
        took = time.perf_counter() - start
        best, spent = min(best, took), spent + took
    return best


def torch_layernorm(torch, dout):
    """The same operation, backward by hand, weighed with dout so that slow mode's Jacobian has one row."""

    class LayerNorm(torch.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            centred = x - x.mean(-1, keepdim=True)
            root = torch.sqrt((centred**2).mean(-1, keepdim=True) + 1e-5)
            ctx.save_for_backward(centred / root, root)
            return centred / root

        @staticmethod
        def backward(ctx, d):
            x_hat, root = ctx.saved_tensors
            return (d - d.mean(-1, keepdim=True) - x_hat * (d * x_hat).mean(-1, keepdim=True)) / root

    return lambda x: (LayerNorm.apply(x) * dout).sum()


def cost_table() -> tuple[list[str], bool]:
    import torch

    rows = ["| inputs | method | forwards | seconds | against ours |", "|---:|---|---:|---:|---:|"]
    good = True
    for n in (100, 1_000, 10_000):
        rng = np.random.default_rng(n)
        x = rng.standard_normal((n // 20, 20))
        counted = Counted(layernorm_forward)
        tensor = torch.tensor(x, requires_grad=True)
        on_torch = Counted(torch_layernorm(torch, torch.tensor(rng.standard_normal(x.shape))))
        methods = [
            (
                "ours",
                counted,
                lambda c=counted, x=x, r=rng: gradcheck(c, layernorm_backward, {"x": x}, rng=r),
            ),
            (
                "entry by entry",
                counted,
                lambda c=counted, x=x, r=rng: entry_by_entry(c, layernorm_backward, x, r),
            ),
            ("torch slow mode", on_torch, lambda f=on_torch, t=tensor: torch.autograd.gradcheck(f, (t,))),
            (
                "torch fast mode",
                on_torch,
                lambda f=on_torch, t=tensor: torch.autograd.gradcheck(f, (t,), fast_mode=True),
            ),
        ]
        ours = 0.0
        for label, counter, run in methods:
            counter.calls = 0
            run()
            calls = counter.calls
            seconds = timed(run)
            ours = ours or seconds
            rows.append(f"| {n:,} | {label} | {calls:,} | {seconds:.5f} | {seconds / ours:,.1f}x |")
            if label == "ours" and calls > 12:
                good = False
            if label == "entry by entry" and n == 10_000 and seconds < 200 * ours:
                good = False
    return rows, good


# False failures


def relu(x):
    return np.maximum(x, 0), x


def maxpool(x):
    pairs = x.reshape(-1, 2)
    return pairs.max(1), pairs


def absolute(x):
    return np.abs(x), x


def clipped(x):
    return np.clip(x, -1, 1), x


def maxpool_backward(dout, pairs):
    return ((pairs.argmax(1)[:, None] == np.arange(2)) * dout[:, None]).reshape(-1)


KINKED = {
    "ReLU": (relu, lambda d, x: d * (x > 0), lambda x, gap: gap),
    "max pooling": (maxpool, maxpool_backward, lambda x, gap: x[1] + gap),
    "absolute value": (absolute, lambda d, x: d * np.sign(x), lambda x, gap: gap),
    "clipping": (clipped, lambda d, x: d * (np.abs(x) < 1), lambda x, gap: 1 + gap),
}
"""Forward, backward, and what to set x[0] to so that it lies `gap` beside a kink."""


def near_kink(rng: Rng, place: Callable) -> np.ndarray:
    """Twenty inputs, the first of them at most 10^-4 and at least 10^-10 from a kink, on either side."""
    x = rng.standard_normal(20)
    x[0] = place(x, rng.choice([-1, 1]) * 10 ** rng.uniform(-10, -4))
    return x


def torch_says(torch, forward, x: np.ndarray, fast: bool) -> bool:
    f = {
        "relu": torch.relu,
        "maxpool": lambda t: t.reshape(-1, 2).max(1).values,
        "absolute": torch.abs,
        "clipped": lambda t: t.clamp(-1, 1),
    }[forward.__name__]
    tensor = torch.tensor(x, requires_grad=True)
    return bool(torch.autograd.gradcheck(f, (tensor,), fast_mode=fast, raise_exception=False))


def false_failure_table(draws: int) -> tuple[list[str], bool]:
    import torch

    rows = [
        "| right code, one input near a kink | draws | ours failed | ours undecided | on a kink, redrawn |",
        "|---|---:|---:|---:|---:|",
    ]
    peer_draws = max(1, min(draws // 10, 500))
    rows[0] += f" entry by entry failed (of {peer_draws}) | torch slow failed | torch fast failed |"
    rows[1] += "---:|---:|---:|"
    good = True
    for label, (forward, backward, place) in KINKED.items():
        rng = np.random.default_rng(11)
        failed = undecided = redrawn = 0
        each = max(1, draws // len(KINKED))
        for _ in range(each):
            try:
                redrawn += gradcheck(
                    forward,
                    backward,
                    {"x": near_kink(rng, place)},
                    rng=rng,
                    redraw=lambda r=rng: {"x": r.standard_normal(20)},
                ).redraws
            except CheckFailed:
                failed += 1
            except Inconclusive:
                undecided += 1
        peers = [0, 0, 0]
        for _ in range(peer_draws):
            x = near_kink(rng, place)
            peers[0] += not entry_by_entry(forward, backward, x, rng)
            peers[1] += not torch_says(torch, forward, x, False)
            peers[2] += not torch_says(torch, forward, x, True)
        counts = [f"{each:,}", failed, undecided, f"{redrawn:,}", *peers]
        rows.append(f"| {label} | " + " | ".join(str(c) for c in counts) + " |")
        good &= failed == 0 and undecided == 0
    return rows, good


# Mistakes of the course


@dataclass(frozen=True)
class CourseMistake:
    """A wrong backward (or, with no id of a mistake, the right one), and every way in which it is called."""

    id: str
    settings: list[Setting]
    forward: Callable | None
    """The module's own, right one."""
    backward: Callable


def draw_by_annotation(forward: Callable) -> Callable[[Rng], dict[str, np.ndarray]] | None:
    """Gaussian arrays for the leading `Float[Array, "N D"]` parameters, every dimension with its own size."""
    shapes: dict[str, list[str]] = {}
    for name, parameter in inspect.signature(forward, eval_str=True).parameters.items():
        dims = getattr(parameter.annotation, "dim_str", None)
        if dims is None or "float" not in str(getattr(parameter.annotation, "dtypes", "")).lower():
            if parameter.default is inspect.Parameter.empty:
                return None
            break
        shapes[name] = dims.split()
    if not shapes or any(not d.isidentifier() and not d.isdigit() for dims in shapes.values() for d in dims):
        return None
    labels = [d for dims in shapes.values() for d in dims if d.isidentifier()]
    sizes = {d: 3 + i for i, d in enumerate(dict.fromkeys(labels))}
    return lambda rng: {
        name: rng.standard_normal([int(d) if d.isdigit() else sizes[d] for d in dims]) for name, dims in shapes.items()
    }


def course_mistakes() -> Iterator[CourseMistake | str]:
    """Every mistake in a `*_backward`; a reason where one cannot be tried."""
    from autograder.course import Course
    from autograder.course.load import load_assignment
    from autograder.course.mistakes import apply_mistake, load_mistakes
    from autograder.course.source import ModuleSource, read_module
    from autograder.errors import UserError

    course = Course(ROOT)
    for folder in course.folders():
        try:
            assignment = load_assignment(folder)
        except UserError as error:
            yield f"{folder.name}: under construction ({str(error).splitlines()[0].replace(str(ROOT), '').lstrip('/')})"
            continue
        for exercise in assignment.exercise:
            for name in (n for n in exercise.names if n.endswith("_backward")):
                try:
                    source = read_module(assignment.reference, exercise.module)
                    wrong = [(m, apply_mistake(source, exercise, m)) for m in load_mistakes(assignment, exercise)]
                except UserError as error:
                    yield f"{exercise.id}: {error}".replace(str(ROOT), "").replace("/", "", 1)
                    continue
                right = load_text(source.text)
                forward = getattr(right, name.removesuffix("_backward") + "_forward", None)
                draw = draw_by_annotation(forward) if forward else None
                settings = SETTINGS.get(name) or ([Setting(draw)] if draw else [])
                if not settings:
                    yield f"{exercise.id}: not told how it is called; add {name} to benchmarks/gradcheck_pairs.py"
                    continue
                yield CourseMistake("", settings, forward, getattr(right, name))
                for mistake, text in wrong:
                    edited = ModuleSource(source.path, text)
                    if edited.segment(edited.definition(name)) == source.segment(source.definition(name)):
                        continue  # of another name of the exercise
                    if mistake.id in NO_GRADIENT:
                        yield f"{mistake.id}: {NO_GRADIENT[mistake.id]}"
                        continue
                    yield CourseMistake(mistake.id, settings, forward, getattr(load_text(text), name))


def load_text(text: str) -> types.ModuleType:
    """Reference code, which is ours, run as a module."""
    module = types.ModuleType("course_text")
    sys.modules[module.__name__] = module  # dataclasses look their module up
    exec(compile(text, "<reference>", "exec"), module.__dict__)
    return module


def mistakes_table(seeds: int = 100) -> tuple[list[str], bool]:
    caught = tried = backwards = draws = 0
    missed: list[str] = []
    skipped: list[str] = []
    for case in course_mistakes():
        if isinstance(case, str):
            skipped.append(case)
            continue
        if not case.id:
            backwards, draws = backwards + 1, draws + seeds
            failed = sum(not _passes(case, seed) for seed in range(seeds))
            missed += [f"right, but failed on {failed} seeds: {case.backward.__name__}"] if failed else []
            continue
        tried += 1
        passed = sum(_passes(case, seed) for seed in range(seeds))
        caught += passed == 0
        missed += [f"{case.id} passed on {passed} of {seeds} seeds"] if passed else []
    rows = [
        f"Mistakes in backwards of the course: {caught} of {tried} caught on every one of {seeds} seeds;"
        f" the {backwards} right ones pass on all of {draws:,} draws."
    ]
    rows += [f"- missed: {line}" for line in missed] + [f"- not tried: {line}" for line in sorted(set(skipped))]
    return rows, not missed and tried > 0


def _passes(case: CourseMistake, seed: int) -> bool:
    """Whether no way of calling it shows anything wrong."""
    return all(_setting_passes(case, setting, seed) for setting in case.settings)


def _setting_passes(case: CourseMistake, setting: Setting, seed: int) -> bool:
    rng = np.random.default_rng(seed)
    forward, backward = setting.forward or case.forward, case.backward
    if setting.backward is not None:

        def backward(dout, *inputs):
            return setting.backward(case.backward, dout, *inputs)

    try:
        gradcheck(
            forward,
            backward,
            setting.draw(rng),
            args=setting.args,
            cache=setting.forward is None,
            reference=forward,
            rng=rng,
            redraw=lambda: setting.draw(rng),
        )
    except (Exception, CheckFailed):  # a crash is caught too
        return False
    return True


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--draws", type=int, default=10_000, help="draws of right code near kinks, over all operations")
    parser.add_argument("--write", action="store_true", help="put the tables into benchmarks/RESULTS.md")
    options = parser.parse_args()
    cost, cheap = cost_table()
    false, honest = false_failure_table(options.draws)
    found, complete = mistakes_table()
    verdicts = {
        "12 forwards at most, 200x faster than entry by entry at 10^4 inputs": cheap,
        "no false failure, none undecided": honest,
        "every mistake that was tried is caught": complete,
    }
    bars = [f"- {'met' if met else 'MISSED'}: {bar}" for bar, met in verdicts.items()]
    text = "\n".join(["## Gradient check", "", *cost, "", *false, "", *found, "", *bars])
    print(text)
    if options.write:
        write_section(text)
    return 0 if all(verdicts.values()) else 1


def write_section(text: str) -> None:
    """Between the markers, leaving the other benchmarks' sections alone."""
    old = RESULTS.read_text(encoding="utf-8") if RESULTS.exists() else "# Results\n"
    section = f"{START}\n{text}\n{END}"
    if START in old and END in old:
        before, after = old.split(START)[0], old.split(END)[1]
        RESULTS.write_text(before + section + after, encoding="utf-8")
    else:
        RESULTS.write_text(old.rstrip() + "\n\n" + section + "\n", encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
