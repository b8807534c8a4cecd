"""Layers are the student's to name, to group, to order: right nets get all points, wrong ones get their hint."""

import pytest

torch = pytest.importorskip("torch")

from autograder.runs.grade import Options, grade  # noqa: E402
from autograder.suite import load_state  # noqa: E402

REFERENCE = '''
import torch
from torch import nn


class Heads(nn.Module):
    """Two heads on a hidden layer: mu and logvar."""

    def __init__(self, d, h, k):
        """Make the layers."""
        super().__init__()
        self.hidden = nn.Linear(d, h)
        self.to_mu = nn.Linear(h, k)
        self.to_logvar = nn.Linear(h, k)

    def forward(self, x):
        """(mu, logvar)."""
        h = torch.relu(self.hidden(x))
        return self.to_mu(h), self.to_logvar(h)


def train_heads(x, y):
    """The state_dict of a Heads(3, 4, 2) whose heads are the constants y and -y."""
    net = Heads(3, 4, 2)
    with torch.no_grad():
        for p in net.parameters():
            p.zero_()
        net.to_mu.bias.copy_(y)
        net.to_logvar.bias.copy_(-y)
    return {"state": net.state_dict()}
'''
HIDDEN = '''
import torch
from autograder.suite import (
    assert_close, assert_equal, assert_grads_close, count_parameters, exercise, load_state, load_weights
)


def tensor(array):
    return torch.tensor(array, dtype=torch.float32)


def twins(student, reference, rng):
    with torch.random.fork_rng():
        mine = reference.Heads(5, 4, 3)
    mine.load_state_dict({n: tensor(rng.normal(size=w.shape)) for n, w in mine.state_dict().items()})
    theirs = student.Heads(5, 4, 3)
    return theirs, mine, load_weights(theirs, mine, tensor(rng.normal(size=(6, 5))))


@exercise("heads")
def test_outputs(student, reference, rng):
    """Both heads are right."""
    theirs, mine, _ = twins(student, reference, rng)
    x = tensor(rng.normal(size=(7, 5)))
    assert_close(theirs(x), tuple(t.detach() for t in mine(x)), "(mu, logvar)")


@exercise("heads")
def test_gradients(student, reference, rng):
    """The gradients are right."""
    theirs, mine, _ = twins(student, reference, rng)
    x, douts = tensor(rng.normal(size=(7, 5))), [tensor(rng.normal(size=(7, 3))) for _ in range(2)]
    got = student.vjp(theirs, [x], douts)
    names = [name for name, _ in mine.named_parameters()]
    assert_grads_close(got.parameters, dict(zip(names, torch.autograd.grad(mine(x), list(mine.parameters()), douts))))


@exercise("heads")
def test_what_is_held(student, reference, rng):
    """What the net holds can be read and changed."""
    theirs, mine, loaded = twins(student, reference, rng)
    loaded.load({name: 2 * w for name, w in mine.state_dict().items()})
    held = loaded.weights()
    for name, w in mine.state_dict().items():
        assert_close(held[name], 2 * w, name)


@exercise("heads")
def test_count(student):
    """There are 25 numbers to learn."""
    assert_equal(count_parameters(student.Heads(2, 3, 2)), 25, "number of parameters")


@exercise("train_heads")
def test_state(student, reference, rng):
    """The state fits."""
    y = tensor(rng.normal(size=2))
    state = student.train_heads(tensor(rng.normal(size=(4, 3))), y)["state"]
    score = lambda net: -float((net(torch.zeros(1, 3))[0] - y).abs().max())
    net = load_state(reference.Heads(3, 4, 2), state, score)
    assert_close(net(torch.zeros(1, 3))[1].detach(), -y[None], "logvar")
'''
MISTAKES = """
from autograder.suite import Mistake

MISTAKES = [
    Mistake("heads/no-relu", old="torch.relu(self.hidden(x))", new="self.hidden(x)", hint="There is no ReLU."),
    Mistake("heads/exp", old=", self.to_logvar(h)", new=", self.to_logvar(h).exp()", hint="Not the variance."),
    Mistake("heads/swapped", old="return self.to_mu(h), self.to_logvar(h)",
            new="return self.to_logvar(h), self.to_mu(h)", hint="The heads are exchanged."),
]
"""
TOML = """
title = "Heads"
[defaults]
module = "heads"
[[exercise]]
id = "heads"
names = ["Heads"]
[[exercise]]
id = "train_heads"
needs = ["heads"]
"""
TRAIN = """

def train_heads(x, y):
    net = Heads(3, 4, 2)
    with torch.no_grad():
        for p in net.parameters():
            p.zero_() if p.requires_grad else None
        mu, logvar = biases(net)
        mu.copy_(y)
        logvar.copy_(-y)
    return {"state": net.state_dict()}
"""
START = """import torch
from torch import nn


class Heads(nn.Module):
    def __init__(self, d, h, k):
        super().__init__()
"""
RIGHT = {
    "buffers_and_second_names": """
        self.register_buffer("ones", torch.ones(h))
        self.register_buffer("square", torch.eye(4))
        self.steps = nn.Parameter(torch.zeros(3), requires_grad=False)
        self.hidden = nn.Linear(d, h)
        self.to_mu, self.to_logvar = nn.Linear(h, k), nn.Linear(h, k)
        self.mean = self.to_mu

    def forward(self, x):
        h = torch.relu(self.hidden(x)) * self.ones
        return self.mean(h), self.to_logvar(h)


biases = lambda net: (net.to_mu.bias, net.to_logvar.bias)
""",
    "from_the_end": """
        self.heads = nn.ModuleList([nn.Linear(h, k), nn.Linear(h, k)])
        self.body = nn.Sequential(nn.Linear(d, h), nn.ReLU())

    def forward(self, x):
        h = self.body(x)
        return self.heads[1](h), self.heads[0](h)


biases = lambda net: (net.heads[1].bias, net.heads[0].bias)
""",
    "own_matrices": """
        self.w = nn.ParameterList([nn.Parameter(torch.randn(*s)) for s in ((d, h), (h, k), (h, k))])
        self.b = nn.ParameterDict({n: nn.Parameter(torch.randn(s)) for n, s in (("z", k), ("y", k), ("x", h))})

    def forward(self, x):
        h = torch.relu(x @ self.w[0] + self.b["x"])
        return h @ self.w[2] + self.b["y"], h @ self.w[1] + self.b["z"]


biases = lambda net: (net.b["y"], net.b["z"])
""",
    "convolutions": """
        self.first = nn.Conv1d(d, h, 1)
        self.mu_head, self.logvar_head = nn.Conv1d(h, k, 1), nn.Conv1d(h, k, 1)

    def forward(self, x):
        h = self.first(x[:, :, None]).relu()
        return self.mu_head(h)[:, :, 0], self.logvar_head(h)[:, :, 0]


biases = lambda net: (net.mu_head.bias, net.logvar_head.bias)
""",
    "lazy_layers": """
        self.hidden, self.a, self.b = nn.Linear(d, h), nn.LazyLinear(k), nn.LazyLinear(k)
        self(torch.zeros(1, d))

    def forward(self, x):
        h = torch.relu(self.hidden(x))
        return self.a(h), self.b(h)


biases = lambda net: (net.a.bias, net.b.bias)
""",
}


def edited(name, *edits):
    text = RIGHT[name]
    for old, new in edits:
        assert text.count(old) == 1
        text = text.replace(old, new)
    return text


TWO = "[nn.Linear(h, k), nn.Linear(h, k)]"
WRONG = {
    "no_relu_from_the_end": (edited("from_the_end", (", nn.ReLU()", "")), "heads/no-relu"),
    "exp_own_matrices": (
        edited("own_matrices", ("h @ self.w[1]", "(h @ self.w[1]"), ('self.b["z"]\n\n', 'self.b["z"]).exp()\n\n')),
        "heads/exp",
    ),
    "exp_with_buffers": (
        edited("buffers_and_second_names", ("self.to_logvar(h)", "self.to_logvar(h).exp()")),
        "heads/exp",
    ),
    "swapped_by_name": (
        edited(
            "convolutions",
            ("return self.mu_head(h)", "return self.logvar_head(h)"),
            (", self.logvar_head(h)", ", self.mu_head(h)"),
        ),
        "heads/swapped",
    ),
    "one_head_too_many": (edited("from_the_end", (TWO, f"{TWO} + [nn.Linear(h, k)]")), None),
    "one_head_for_both": (edited("from_the_end", (TWO, "[nn.Linear(h, k)] * 2")), None),
}


@pytest.fixture(scope="module")
def graded(tmp_path_factory):
    base = tmp_path_factory.mktemp("heads")
    folder = base / "c" / "assignments" / "01_heads"
    files = {
        base / "c/reference/heads/heads.py": REFERENCE,
        folder / "heads/test_hidden.py": HIDDEN,
        folder / "heads/mistakes.py": MISTAKES,
        folder / "assignment.toml": TOML,
    }
    files |= {base / f"class/{name}.py": START + text + TRAIN for name, text in RIGHT.items()}
    files |= {base / f"class/{name}.py": START + text + TRAIN for name, (text, _) in WRONG.items()}
    for path, text in files.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    results = grade(base / "c", "01", [base / "class"], base / "out", Options(quiet=True)).results
    return {r.submission: {e.id: e for e in r.exercises} for r in results}


@pytest.mark.parametrize("name", RIGHT)
def test_a_right_net_in_other_words_gets_all_points(graded, name):
    for e in graded[name].values():
        assert [(t.id, t.message) for t in e.tests if t.outcome != "passed"] == []


@pytest.mark.parametrize("name", [n for n, (_, hint) in WRONG.items() if hint])
def test_a_wrong_net_in_other_words_gets_its_hint(graded, name):
    failed = [t for t in graded[name]["heads"].tests if t.outcome != "passed"]
    assert failed and {t.mistake for t in failed} == {WRONG[name][1]}


@pytest.mark.parametrize("name", ["one_head_too_many", "one_head_for_both"])
def test_parameters_that_do_not_fit_are_told_with_what_is_expected(graded, name):
    failed = [t for t in graded[name]["heads"].tests if t.outcome != "passed"]
    assert len(failed) == 4
    assert "to_logvar.weight (3, 4)" in failed[0].message
    assert "heads." not in failed[0].message  # names that the student chose could carry hidden inputs


def test_names_that_the_statement_gives_are_taken_at_their_word():
    """Layers a and b have changed places: wrong where they are asked for by name, else merely another order."""
    import torch

    from autograder.grading.diagnose import trusted_session
    from autograder.suites.student import Student, Surface, begin_test
    from autograder.suites.transport import LocalTransport
    from autograder.suites.weights import load_weights

    def build(first, second, use):
        return (
            "import torch\n\n\nclass Pair(torch.nn.Module):\n    def __init__(self):\n        super().__init__()\n"
            f"        self.{first}, self.{second} = torch.nn.Linear(3, 3), torch.nn.Linear(3, 3)\n\n"
            f"    def forward(self, x):\n        return {use}\n"
        )

    x, space = torch.randn(4, 3), {}
    exec(build("a", "b", "self.b(self.a(x).tanh())"), space)
    mine = space["Pair"]()
    for named in (True, False):
        student = Student(
            LocalTransport(trusted_session(build("b", "a", "self.a(self.b(x).tanh())"), {})),
            Surface(["Pair"]),
        )
        begin_test(student, 1)
        theirs = student.Pair()
        load_weights(theirs, mine, x, named=named)
        assert torch.allclose(theirs(x), mine(x), atol=1e-5) is not named


class Normed(torch.nn.Module):
    """Two hidden layers with a norm each, as the task has it."""

    def __init__(self, d=5, h=4, c=3):
        super().__init__()
        nn = torch.nn
        self.first = nn.Sequential(nn.Linear(d, h), nn.BatchNorm1d(h), nn.ReLU())
        self.second = nn.Sequential(nn.Linear(h, h), nn.BatchNorm1d(h), nn.ReLU())
        self.head = nn.Linear(h, c)

    def forward(self, x):
        return self.head(self.second(self.first(x)))


def drawn(net):
    """With numbers of its own in every entry, running statistics included."""
    with torch.no_grad():
        for entry in net.state_dict().values():
            if entry.is_floating_point():
                entry.copy_(torch.rand(entry.shape) + 0.5)
    return net.eval()


def in_other_words(net):
    """The state of the same net with matrices that are multiplied from the right, as `x @ w` needs them."""
    names = {"first.0": "a", "first.1": "norm_a", "second.0": "b", "second.1": "norm_b", "head": "c"}
    state = {}
    for name, entry in net.state_dict().items():
        owner, _, leaf = name.rpartition(".")
        state[f"{names[owner]}.{leaf}"] = entry.t().clone() if entry.dim() == 2 else entry.clone()
    return state


@pytest.mark.parametrize("noise", [0.0, 0.03])
def test_a_score_that_is_chance_does_not_exchange_layers(noise):
    """The score of a net that has learned nothing differs a little, for any assignment, and says nothing."""
    torch.manual_seed(1)
    net = drawn(Normed())
    x = torch.rand(6, 5)
    state = {f"my_{name.replace('.', '_', 1)}": entry for name, entry in net.state_dict().items()}
    scores = iter([2.0, *(2.0 + noise * (-1) ** k for k in range(1000))])
    loaded = load_state(Normed().eval(), state, lambda _: next(scores))
    assert torch.allclose(loaded(x), net(x), atol=1e-5)


@pytest.mark.parametrize("seed", range(5))
def test_a_state_may_hold_matrices_the_other_way_round(seed):
    """Oblong ones show it by their shape, square ones follow them; layers that are as they should be stay together."""
    torch.manual_seed(seed)
    net = drawn(Normed())
    x = torch.rand(6, 5)
    loaded = load_state(Normed().eval(), in_other_words(net), lambda _: 0.0)
    assert torch.allclose(loaded(x), net(x), atol=1e-5)


def test_only_the_matrix_made_by_hand_stands_apart():
    torch.manual_seed(0)
    net = drawn(Normed())
    x = torch.rand(6, 5)
    state = net.state_dict()
    state = {f"own_{name}": entry for name, entry in state.items() if not name.startswith("head")}
    state |= {"weight": net.head.weight.t().clone(), "bias": net.head.bias.clone()}
    loaded = load_state(Normed().eval(), state, lambda _: 0.0)
    assert torch.allclose(loaded(x), net(x), atol=1e-5)


@pytest.mark.parametrize("renamed", [False, True])
def test_equal_entries_of_a_state_may_be_two(renamed):
    """Both biases of an LSTM that began with zeros get the same gradient, so they stay equal for ever."""
    torch.manual_seed(0)
    net = torch.nn.LSTM(3, 4)
    with torch.no_grad():
        net.bias_ih_l0.copy_(net.bias_hh_l0)
    state = {f"my.{name}" if renamed else name: entry for name, entry in net.state_dict().items()}
    loaded = load_state(torch.nn.LSTM(3, 4), state)
    x = torch.rand(5, 2, 3)
    assert torch.allclose(loaded(x)[0], net(x)[0], atol=1e-6)
