import numpy as np
import pytest
import torch

from autograder.suite import assert_close, assert_equal, assert_true, draw_weights, load_given, own_module, points, tensor

NAMES = ["features.0", "features.2", "features.3"]


def pair(student, rng, training=False):
    """The given net there and here, with the same random weights."""
    mine = own_module(load_given(__file__, "nets").Peephole)
    state = draw_weights(mine, rng)
    theirs = student.given.nets.Peephole()
    theirs.load_state_dict(state)
    if not training:
        theirs.eval()
    return theirs, mine.train(training)


def images(rng, n=3, h=8, w=6):
    return tensor(rng.normal(size=(n, 2, h, w)))


def same_maps(found, right):
    assert_equal(sorted(found), sorted(right), "the names")
    for name in right:
        assert_close(found[name], right[name], f"the maps of {name}", atol=1e-5)


@points(3)
def test_maps_match_the_definition(student, reference, rng):
    """The maps of the layers are those of the definition, each scaled by its own extremes."""
    theirs, mine = pair(student, rng)
    for x in (images(rng), images(rng, 3, 3, 3)):
        same_maps(student.feature_maps(theirs, x, NAMES), reference.feature_maps(mine, x, NAMES))


@points(2)
def test_a_layer_before_one_that_overwrites(student, reference, rng):
    """The maps of the first convolution are those before the ReLU, although the ReLU works in place."""
    theirs, mine = pair(student, rng)
    x = images(rng)
    same_maps(student.feature_maps(theirs, x, ["features.0"]), reference.feature_maps(mine, x, ["features.0"]))


@points(2)
def test_an_affine_layer_and_the_whole_net(student, reference, rng):
    """The result of an affine layer is scaled sample by sample; also for all layers at once, and for a single sample."""
    theirs, mine = pair(student, rng)
    for x in (images(rng), images(rng, 1)):
        names = ["head", "features.1", *NAMES]
        same_maps(student.feature_maps(theirs, x, names), reference.feature_maps(mine, x, names))


def test_a_constant_map_becomes_zero(student, reference, rng):
    """A map with a single value becomes 0 everywhere, and no number is lost on the way."""
    theirs, mine = pair(student, rng)
    state = mine.state_dict()
    state["features.0.weight"][1] = 0.0
    mine.load_state_dict(state)
    theirs.load_state_dict(state)
    x = images(rng)
    found = student.feature_maps(theirs, x, ["features.0"])["features.0"]
    same_maps({"features.0": found}, reference.feature_maps(mine, x, ["features.0"]))
    assert_close(found[:, 1], np.zeros((3, 8, 6), dtype=np.float32), "the constant map")


@points(2)
def test_no_hook_stays(student, reference, rng):
    """Afterwards the model has no hook, and a second call returns the same as the first."""
    theirs, mine = pair(student, rng)
    x, other = images(rng), images(rng)
    same_maps(student.feature_maps(theirs, x, NAMES), reference.feature_maps(mine, x, NAMES))
    assert_equal(student.given.nets.count_hooks(theirs), 0, "hooks that stay on the model")
    same_maps(student.feature_maps(theirs, other, NAMES[:2]), reference.feature_maps(mine, other, NAMES[:2]))


def test_the_model_is_left_as_it_was(student, reference, rng):
    """The model keeps its mode, its weights and its results, gets no gradients, and is called once."""
    nets = student.given.nets
    for training in (False, True):
        theirs, mine = pair(student, rng, training)
        x = images(rng)
        modes, before, state = nets.is_training(theirs), nets.output(theirs, x), theirs.state_dict()
        nets.count_calls(theirs)
        same_maps(student.feature_maps(theirs, x, NAMES), reference.feature_maps(mine, x, NAMES))
        assert_equal(nets.calls(theirs), 1, "how often the model is called")
        assert_equal(nets.is_training(theirs), modes, "which layers are in training mode")
        assert_close(nets.output(theirs, x), before, "what the model returns")
        for name, entry in state.items():
            assert_close(theirs.state_dict()[name], entry, f"the weights {name}")
        assert_equal(nets.count_gradients(theirs), 0, "parameters that hold a gradient")


def test_unknown_layers(student, rng):
    """A name that no layer has raises ValueError, and leaves no hook behind."""
    theirs, _ = pair(student, rng)
    with pytest.raises(ValueError):
        student.feature_maps(theirs, images(rng), ["features.0", "features.9"])
    assert_equal(student.given.nets.count_hooks(theirs), 0, "hooks that stay on the model")
    found = student.feature_maps(theirs, images(rng), ["features.0"])
    assert_true(float(np.ptp(found["features.0"])) > 0.5, "the maps are the same everywhere")


def test_numpy_arrays_come_back(student, rng):
    """What comes back are numpy arrays of float32."""
    theirs, _ = pair(student, rng)
    found = student.feature_maps(theirs, images(rng), NAMES)
    for name in NAMES:
        assert_true(
            isinstance(found[name], np.ndarray) and not isinstance(found[name], torch.Tensor), "a numpy array is asked for"
        )
        assert_equal(str(found[name].dtype), "float32", "dtype of the maps")
        assert_true(float(found[name].max()) > 0.5, "the maps are 0 everywhere")
