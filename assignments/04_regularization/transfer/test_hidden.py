import importlib.util
from functools import lru_cache
from pathlib import Path

import numpy as np
import torch

from autograder.suite import Handle, assert_close, assert_equal, assert_true, definition, exercise, points, tensor, threshold

D, H, F, C = 7, 9, 5, 4


@lru_cache(maxsize=1)
def given():
    """The nets that students are given, for use on this side."""
    spec = importlib.util.spec_from_file_location("given_nets", Path(__file__).parents[1] / "given" / "nets.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def random_backbone(student, rng):
    """A backbone with known weights and statistics there, and the same one here."""
    with torch.random.fork_rng():  # a replay in this process draws from the same random numbers
        mine = given().Backbone(D, H, F)
    state = {}
    for name, entry in mine.state_dict().items():
        if name.endswith("running_var"):
            state[name] = tensor(rng.uniform(0.5, 2, size=entry.shape))
        else:
            state[name] = tensor(rng.normal(size=entry.shape)) if entry.is_floating_point() else entry
    mine.load_state_dict(state)
    theirs = student.given.nets.Backbone(D, H, F)
    theirs.load_state_dict(state)
    return theirs, mine.eval()


def batch(rng, n=12):
    return tensor(rng.normal(size=(n, D)) * 2 + 1), torch.tensor(np.arange(n) % C)


def bits(state):
    """Entries of a state_dict with their exact values, in one list of arrays."""
    return {name: entry.detach().numpy().reshape(-1) for name, entry in state.items()}


@lru_cache(maxsize=1)
def pretrained():
    """A backbone that learned all ten digits, with its rows held back from the new task."""
    from sklearn.datasets import load_digits

    digits = load_digits()
    x, y = tensor(digits.data / 16), torch.tensor(digits.target)
    with torch.random.fork_rng():
        torch.manual_seed(0)
        order = torch.randperm(len(x))
        x, y = x[order], y[order]
        model = given().Classifier(given().Backbone(64, 64, 32), torch.nn.Linear(32, 10))
        optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
        for _ in range(15):
            for rows in torch.randperm(1000).split(100):
                given().fit(model, optimizer, x[:1000][rows], y[:1000][rows], 1)
    return model.backbone.state_dict(), x[1000:].numpy(), y[1000:].numpy()


@exercise("transfer_freeze_head")
class TestFreezeHead:
    @definition
    @points(2)
    def test_logits_and_gradients_of_the_head(self, student, rng):
        """Logits are the head on the frozen features; only the head takes gradients, and the right ones."""
        theirs, mine = random_backbone(student, rng)
        model = student.transfer_freeze_head(theirs, F, C)
        weight, bias = tensor(rng.normal(size=(C, F))), tensor(rng.normal(size=C))
        model.head.load_state_dict({"weight": weight, "bias": bias})
        for n in (C, D):  # as many rows as classes, or as inputs
            x, _ = batch(rng, n)
            assert_close(model(x).detach(), (mine(x) @ weight.T + bias).detach(), "logits of a small batch")
        x, _ = batch(rng)
        dout = tensor(rng.normal(size=(12, C)))
        got = student.vjp(model, [x], [dout])
        features = mine(x).detach()
        assert_close(got.outputs[0], features @ weight.T + bias, "logits")
        assert_equal(sorted(got.parameters), ["head.bias", "head.weight"], "parameters that take gradients")
        assert_close(got.parameters["head.weight"], dout.T @ features, "gradient of the head's weight")
        assert_close(got.parameters["head.bias"], dout.sum(0), "gradient of the head's bias")

    @points(2)
    def test_backbone_is_bit_identical_after_training(self, student, rng):
        """Training leaves all of the backbone as it was: weights, and the running statistics of its norm."""
        theirs, mine = random_backbone(student, rng)
        model = student.transfer_freeze_head(theirs, F, C)
        x, y = batch(rng)
        student.given.nets.fit(model, student.head_optimizer(model, 0.05), x, y, 5)
        after, before = bits(model.backbone.state_dict()), bits(mine.state_dict())
        for name, entry in before.items():
            assert_equal(after[name], entry, f"{name} of the backbone")

    def test_head_learns(self, student, rng):
        """Training changes the head and lowers the loss."""
        theirs, _ = random_backbone(student, rng)
        model = student.transfer_freeze_head(theirs, F, C)
        before = model.head.state_dict()
        x, y = batch(rng)
        losses = student.given.nets.fit(model, student.head_optimizer(model, 0.05), x, y, 30)
        after = model.head.state_dict()
        for name, entry in before.items():
            assert_true(not torch.equal(after[name], entry), f"the head's {name} was not trained")
        assert_true(losses[-1] < losses[0], "the loss does not fall")

    def test_optimizer_holds_the_head_alone(self, student, rng):
        """The optimizer holds two tensors, the head's weight and bias, with the learning rate asked for."""
        theirs, _ = random_backbone(student, rng)
        model = student.transfer_freeze_head(theirs, F, C)
        groups = student.head_optimizer(model, 0.02).param_groups
        held = [tuple(p.shape) for g in groups for p in g["params"]]
        assert_equal(sorted(held), [(C,), (C, F)], "shapes of what the optimizer holds")
        assert_close([g["lr"] for g in groups], [0.02], "learning rate")

    def test_backbone_stays_in_evaluation_mode(self, student, rng):
        """model.train() puts the head into training mode, leaves the backbone in evaluation mode and returns the model."""
        theirs, _ = random_backbone(student, rng)
        model = student.transfer_freeze_head(theirs, F, C)
        assert_true(isinstance(model.train(), Handle), "model.train() does not return the model")
        assert_true(student.same(model.train(), model), "model.train() returns something else than the model")
        modes = [model.training, model.head.training, model.backbone.training, model.backbone.norm.training]
        assert_equal(modes, [True, True, False, False], "modes of model, head, backbone and its norm after train()")
        model.eval()
        modes = [model.training, model.head.training, model.backbone.training]
        assert_equal(modes, [False, False, False], "modes of model, head and backbone after eval()")

    def test_old_head_serves_only_the_old_labels(self, student, rng):
        """The old head is kept where the labels are the same, and replaced where they are not, whatever its size."""
        for same in (True, False):
            theirs, _ = random_backbone(student, rng)
            old = student.call(torch.nn.Linear, F, C)
            weight = tensor(rng.normal(size=(C, F)))
            old.load_state_dict({"weight": weight, "bias": torch.zeros(C)})
            told = {"same_labels": True} if same else {}  # False is the default
            model = student.transfer_freeze_head(theirs, F, C, old_head=old, **told)
            kept = torch.equal(model.head.weight.detach(), weight)
            message = "the old head is not reused although the labels are the same" if same else "the old head is kept"
            assert_true(kept is same, message)
            assert_true(model.head.weight.requires_grad, "the head is frozen")

    @points(2)
    def test_three_examples_a_class_are_enough(self, student, rng):
        """On digits with new labels, three examples a class give good accuracy on rows never seen (mean of two tasks)."""
        reached = [self.accuracy_on_new_labels(student, rng) for _ in range(2)]
        threshold(float(np.mean(reached)), at_least=0.87, name="accuracy on new labels")

    def accuracy_on_new_labels(self, student, rng):
        state, x, y = pretrained()
        shuffle, names, order = rng.permutation(64), rng.permutation(10), rng.permutation(len(x))
        # The same secret shuffle of the pixels in the first layer and in the data: nothing to look up.
        state = {**state, "first.weight": state["first.weight"][:, torch.tensor(shuffle)]}
        x = x[order][:, shuffle] + 0.03 * rng.normal(size=x.shape)
        y = names[y[order]]
        few = np.concatenate([np.flatnonzero(y == k)[:3] for k in range(10)])
        hidden = np.setdiff1d(np.arange(len(x)), few)
        backbone = student.given.nets.Backbone(64, 64, 32)
        backbone.load_state_dict(state)
        model = student.transfer_freeze_head(backbone, 32, 10)
        optimizer = student.head_optimizer(model, 0.05)
        student.given.nets.fit(model, optimizer, tensor(x[few]), torch.tensor(y[few]), 60)
        model.eval()
        scores = model(tensor(x[hidden])).detach().numpy()
        return float((scores.argmax(axis=1) == y[hidden]).mean())


SPEC = [("backbone.second", 3e-4), ("backbone", 1e-4), ("head", 1e-3)]
OWNER = {
    "backbone.first.weight": 1,
    "backbone.first.bias": 1,
    "backbone.norm.weight": 1,
    "backbone.norm.bias": 1,
    "backbone.second.weight": 0,
    "backbone.second.bias": 0,
    "head.weight": 2,
    "head.bias": 2,
}


@exercise("finetune_param_groups")
class TestParamGroups:
    def build(self, student, rng):
        """A classifier all of whose parameters differ, the backbone frozen as it would be after a transfer."""
        theirs, _ = random_backbone(student, rng)
        theirs.requires_grad_(False)
        head = student.call(torch.nn.Linear, F, C)
        head.load_state_dict({"weight": tensor(rng.normal(size=(C, F))), "bias": tensor(rng.normal(size=C))})
        return student.given.nets.Classifier(theirs, head)

    def held(self, model, optimizer):
        """For each group, the names of its parameters, found by their values."""
        named = {name: p.detach() for name, p in model.named_parameters()}
        return [
            sorted(name for p in g["params"] for name, q in named.items() if p.shape == q.shape and torch.equal(p, q))
            for g in optimizer.param_groups
        ]

    @definition
    @points(2)
    def test_each_parameter_is_in_the_group_of_its_longest_prefix(self, student, rng):
        """Where two prefixes fit, the longer one decides, and no parameter is in two groups."""
        for spec in (SPEC, SPEC[::-1]):
            model = self.build(student, rng)
            optimizer = student.finetune_param_groups(model, spec, 0.01)
            prefixes = [prefix for prefix, _ in SPEC]
            wanted = [sorted(n for n, owner in OWNER.items() if prefixes[owner] == prefix) for prefix, _ in spec]
            assert_equal(self.held(model, optimizer), wanted, "names of the parameters in each group")

    @definition
    def test_groups_have_their_learning_rates_and_decay(self, student, rng):
        """The groups follow the spec, each with its learning rate and all with the same weight decay."""
        optimizer = student.finetune_param_groups(self.build(student, rng), SPEC, 0.07)
        groups = optimizer.param_groups
        assert_close([g["lr"] for g in groups], [lr for _, lr in SPEC], "learning rates")
        assert_close([g["weight_decay"] for g in groups], [0.07] * 3, "weight decays")

    @points(2)
    def test_step_sizes_are_in_the_ratio_of_the_learning_rates(self, student, rng):
        """The first step of AdamW without decay moves a weight by its learning rate."""
        model = self.build(student, rng)
        optimizer = student.finetune_param_groups(model, SPEC, 0.0)
        before = {name: p.detach() for name, p in model.named_parameters()}
        x, y = batch(rng)
        student.given.nets.fit(model, optimizer, x, y, 1)
        moved = {name: float((p.detach() - before[name]).abs().max()) for name, p in model.named_parameters()}
        for name, owner in OWNER.items():
            if name != "backbone.first.bias":  # the norm behind it takes its gradient away
                assert_close(moved[name], SPEC[owner][1], f"greatest step of {name}", rtol=0.05)

    def test_it_is_adamw(self, student, reference, rng):
        """Three steps with weight decay are those of AdamW, in which the decay is no part of the gradient."""
        theirs, mine = (
            self.build(student, rng),
            given().Classifier(given().Backbone(D, H, F), torch.nn.Linear(F, C)),
        )
        mine.load_state_dict(theirs.state_dict())
        spec, (x, y) = [(prefix, 10 * lr) for prefix, lr in SPEC], batch(rng)
        optimizer, own = (
            f(m, spec, 2.0) for f, m in ((student.finetune_param_groups, theirs), (reference.finetune_param_groups, mine))
        )
        student.given.nets.fit(theirs, optimizer, x, y, 3)
        given().fit(mine, own, x, y, 3)
        found = {name: p.detach() for name, p in theirs.named_parameters()}
        for name, p in mine.named_parameters():
            if name != "backbone.first.bias":  # its gradient is nothing but rounding
                assert_close(found[name], p.detach(), f"{name} after three steps", rtol=1e-3, atol=1e-4)

    def test_a_prefix_is_where_a_name_begins(self, student, rng):
        """A prefix is compared letter by letter: it may end within a word, and a word further on in a name is none."""
        model = self.build(student, rng)
        model.requires_grad_(True)
        optimizer = student.finetune_param_groups(model, [("norm", 1e-3), ("head", 1e-2), ("bias", 1e-3)], 0.1)
        wanted = [[], ["head.bias", "head.weight"], []]
        assert_equal(self.held(model, optimizer), wanted, "names of the parameters in each group")
        flags = {name: p.requires_grad for name, p in model.named_parameters()}
        assert_equal(flags, {name: name.startswith("head") for name in OWNER}, "requires_grad")
        optimizer = student.finetune_param_groups(model, [("backbone.sec", 1e-3), ("he", 1e-2), ("head.b", 1e-3)], 0.1)
        wanted = [["backbone.second.bias", "backbone.second.weight"], ["head.weight"], ["head.bias"]]
        assert_equal(self.held(model, optimizer), wanted, "names of the parameters in each group")

    def test_what_no_prefix_fits_is_frozen(self, student, rng):
        """Unlisted parameters take no gradient, are in no group, and stay as they are in training."""
        model = self.build(student, rng)
        model.requires_grad_(True)
        optimizer = student.finetune_param_groups(model, [("head", 1e-2), ("backbone.norm", 1e-3)], 0.1)
        listed = {"head.weight", "head.bias", "backbone.norm.weight", "backbone.norm.bias"}
        flags = {name: p.requires_grad for name, p in model.named_parameters()}
        assert_equal(flags, {name: name in listed for name in OWNER}, "requires_grad")
        held = {name for names in self.held(model, optimizer) for name in names}
        assert_equal(sorted(held), sorted(listed), "names of the parameters in the optimizer")
        before = {name: p.detach() for name, p in model.named_parameters()}
        x, y = batch(rng)
        student.given.nets.fit(model, optimizer, x, y, 3)
        for name, p in model.named_parameters():
            if name not in listed:
                assert_equal(p.detach().numpy(), before[name].numpy(), f"{name}, which is frozen")

    def test_listed_parts_are_thawed(self, student, rng):
        """A part that came in frozen and has a prefix is trained again."""
        model = self.build(student, rng)
        student.finetune_param_groups(model, [("backbone.second", 1e-3), ("head", 1e-2)], 0.1)
        for name, p in model.named_parameters():
            if name.startswith(("backbone.second", "head")):
                assert_true(p.requires_grad, f"{name} is listed, but still frozen")
