import numpy as np

from autograder.suite import assert_equal, assert_true


def test_a_short_run(student, rng):
    """Five steps give five entries of each kind, penalties above 0, and a generator with 4866 numbers."""
    data = {"x_train": rng.normal(size=(200, 2)).astype(np.float32)}
    run = student.train_wgan_gp_ring(data, 0, steps=5)
    for name in ("critic_loss", "penalty", "gen_loss"):
        assert_equal(len(run["history"][name]), 5, f"number of entries in {name}")
    assert_true(min(run["history"]["penalty"]) > 0, "a penalty is not positive")
    assert_equal(sum(entry.numel() for entry in run["state"].values()), 4866, "numbers in the generator's state")
