import numpy as np
import torch

from autograder.suite import assert_close, assert_equal


def test_a_layer_by_hand(student):
    """An affine layer that returns (1, 3, 2) is scaled to (0, 1, 0.5)."""
    model = student.call(torch.nn.Linear, 1, 3)
    model.load_state_dict({"weight": torch.tensor([[1.0], [3.0], [2.0]]), "bias": torch.zeros(3)})
    net = student.call(torch.nn.Sequential, model)
    assert_close(student.feature_maps(net, torch.ones(1, 1), ["0"])["0"], np.float32([[0.0, 1.0, 0.5]]), "the map")


def test_names_and_shapes(student):
    """The result has the layers that were asked for, with the shapes that they return, and values from 0 to 1."""
    model = student.given.nets.Peephole()
    maps = student.feature_maps(model, torch.randn(2, 2, 8, 6), ["features.0", "features.2"])
    assert_equal(sorted(maps), ["features.0", "features.2"], "the names")
    assert_equal([list(maps[name].shape) for name in sorted(maps)], [[2, 3, 8, 6], [2, 3, 4, 3]], "the shapes")
    for entry in maps.values():
        assert_close([float(entry.min()), float(entry.max())], [0.0, 1.0], "the smallest and the greatest value")
