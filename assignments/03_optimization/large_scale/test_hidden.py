import numpy as np
import pytest

from autograder.suite import assert_close, assert_true, exercise, points, signed


def check_pair_of(got, wanted, names):
    for one, other, name in zip(got, wanted, names, strict=True):
        assert_close(one, other, name)


def opposed(rng, shape):
    """A momentum and a gradient that point in opposite directions in half of the entries, each kind for certain."""
    m = signed(rng, shape)
    ratio = rng.permutation(np.repeat([-8.6, -9.5, -0.5, 2.0], int(np.prod(shape)) // 4)).reshape(shape)
    return m, ratio * m * rng.uniform(0.98, 1.02, size=shape)


@exercise("lion_step")
class TestLion:
    @points(2)
    def test_a_step_from_any_state(self, student, reference, rng):
        """theta and m after a step in the middle of a training, with and without decay."""
        theta = signed(rng, (3, 4))
        m, g = opposed(rng, (3, 4))
        for settings in ({}, {"wd": 0.4}, {"b1": 0.6, "b2": 0.8, "wd": 0.3}):
            got = student.lion_step(theta, m, g, 0.2, **settings)
            check_pair_of(got, reference.lion_step(theta, m, g, 0.2, **settings), ("theta", "m"))

    @points(2)
    def test_a_path(self, student, reference, rng):
        """Step after step, each from the state that the right step before has left."""
        theta, m = signed(rng, 8), np.zeros(8)
        for _ in range(4):
            m_like, g = opposed(rng, (8,))
            g = g / m_like * np.where(m == 0, m_like, m)
            wanted = reference.lion_step(theta, m, g, 0.1, wd=0.1)
            check_pair_of(student.lion_step(theta, m, g, 0.1, wd=0.1), wanted, ("theta", "m"))
            theta, m = wanted

    def test_all_moves_are_equally_long(self, student, rng):
        """Without decay every entry moves by the learning rate, or not at all where momentum and gradient are 0."""
        m, g = opposed(rng, (8,))
        m[0] = g[0] = 0.0
        move = student.lion_step(np.zeros(8), m, g, 0.25)[0]
        assert_close(np.abs(move), 0.25 * (np.arange(8) > 0), "the length of the moves")

    def test_the_size_of_the_gradient_does_not_matter(self, student, rng):
        """At the first step only the sign of the gradient counts."""
        theta, g = signed(rng, 6), signed(rng, 6)
        one = student.lion_step(theta, np.zeros(6), g, 0.1)[0]
        assert_close(student.lion_step(theta, np.zeros(6), 1e4 * g, 0.1)[0], one, "theta")
        assert_close(one, theta - 0.1 * np.sign(g), "theta")

    def test_decay_without_a_gradient(self, student, rng):
        """Without momentum and gradient theta only decays."""
        theta = signed(rng, 5)
        assert_close(student.lion_step(theta, np.zeros(5), np.zeros(5), 0.1, wd=0.5)[0], 0.95 * theta, "theta")


@exercise("lars_step")
class TestLars:
    def draw(self, rng):
        return [signed(rng, (3, 4)), 0.1 * signed(rng, 5), signed(rng, (2, 2, 2))], [
            3 * signed(rng, (3, 4)),
            0.1 * signed(rng, 5),
            signed(rng, (2, 2, 2)),
        ]

    @points(2)
    def test_a_step(self, student, reference, rng):
        """Tensors of several shapes, with and without decay."""
        thetas, grads = self.draw(rng)
        for settings in ({}, {"wd": 0.5, "trust": 0.1}):
            wanted = reference.lars_step(thetas, grads, 0.3, **settings)
            assert_close(student.lars_step(thetas, grads, 0.3, **settings), wanted, "the parameters", rtol=1e-10)

    @points(2)
    def test_every_tensor_moves_by_a_share_of_its_length(self, student, rng):
        """The length of a tensor's move is lr * trust times the length of the tensor, with decay, too."""
        thetas, grads = self.draw(rng)
        for wd in (0.0, 0.7):
            moved = student.lars_step(thetas, grads, 0.3, wd=wd, trust=0.2)
            for one, theta in zip(moved, thetas, strict=True):
                assert_close(float(np.linalg.norm(one - theta)), 0.06 * float(np.linalg.norm(theta)), "the length of a move")

    def test_the_size_of_a_gradient_does_not_matter(self, student, rng):
        """If one tensor's gradient is a hundred times as large, no tensor ends elsewhere."""
        thetas, grads = self.draw(rng)
        one = student.lars_step(thetas, grads, 0.5, trust=0.3)
        other = student.lars_step(thetas, [100 * grads[0], *grads[1:]], 0.5, trust=0.3)
        assert_close(other, one, "the parameters")
        assert_true(float(np.abs(one[0] - thetas[0]).max()) > 1e-3, "the parameters do not move")

    def test_zeros(self, student, rng):
        """A tensor of zeros makes a plain step with decay; where there is nothing to follow, nothing moves."""
        g, theta = signed(rng, 4), signed(rng, 3)
        moved = student.lars_step([np.zeros(4), theta], [g, np.zeros(3)], 0.1, wd=0.0, trust=0.2)
        assert_close(moved, [-0.1 * g, theta], "the parameters")

    def test_the_default_share(self, student, rng):
        """Without further arguments there is no decay, and the share is 0.001."""
        theta, g = signed(rng, 4), signed(rng, 4)
        wanted = theta - 10 * 0.001 * np.linalg.norm(theta) / np.linalg.norm(g) * g
        assert_close(student.lars_step([theta], [g], 10.0), [wanted], "the parameters")

    def test_a_gradient_for_each_tensor(self, student, rng):
        """Another number of gradients than of tensors raises a ValueError."""
        for n in (1, 3):
            with pytest.raises(ValueError):
                student.lars_step([np.ones(2)] * 2, [np.ones(2)] * n, 0.1)


def well_conditioned(rng, p, q, low=0.4):
    """A matrix whose singular values lie between low and 1, and its polar factor."""
    u, _, vt = np.linalg.svd(rng.normal(size=(p, q)), full_matrices=False)
    values = rng.permutation(np.linspace(low, 1, min(p, q)))
    return (u * values) @ vt, u @ vt


@exercise("muon_step")
class TestMuon:
    @points(2)
    def test_a_step_from_any_state(self, student, reference, rng):
        """theta and v after a step in the middle of a training, for tall, wide and square matrices."""
        for p, q in [(5, 3), (3, 5), (4, 4)]:
            theta, v, g = (signed(rng, (p, q)) for _ in range(3))
            wanted = reference.muon_step(theta, v, g, 0.3, 0.8, 4)
            check_pair_of(student.muon_step(theta, v, g, 0.3, 0.8, 4), wanted, ("theta", "v"))

    @points(2)
    def test_a_path(self, student, reference, rng):
        """Step after step, each from the state that the right step before has left, with the default settings."""
        theta, v = signed(rng, (4, 3)), np.zeros((4, 3))
        for _ in range(3):
            g = well_conditioned(rng, 4, 3, low=1e-4)[0]  # so narrow that the iteration is not at its end
            wanted = reference.muon_step(theta, v, g, 0.1)
            check_pair_of(student.muon_step(theta, v, g, 0.1), wanted, ("theta", "v"))
            theta, v = wanted

    def test_all_singular_values_of_the_move_are_equal(self, student, rng):
        """The move is the learning rate times the momentum with every singular value set to 1."""
        for p, q in [(4, 2), (2, 4)]:
            g, polar = well_conditioned(rng, p, q)
            theta, _ = student.muon_step(np.zeros((p, q)), np.zeros((p, q)), 7 * g, 0.5)
            assert_close(theta, -0.5 * polar, "theta", atol=1e-8)

    def test_the_size_of_the_gradient_does_not_matter(self, student, rng):
        """At the first step a larger gradient makes the same move."""
        g = signed(rng, (3, 4))
        one = student.muon_step(np.zeros((3, 4)), np.zeros((3, 4)), g, 0.1)[0]
        assert_close(student.muon_step(np.zeros((3, 4)), np.zeros((3, 4)), 100 * g, 0.1)[0], one, "theta")
        assert_true(float(np.abs(one).max()) > 1e-3, "theta does not move")
