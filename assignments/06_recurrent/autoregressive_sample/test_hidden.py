import numpy as np

from autograder.suite import assert_equal, assert_true, check_chi_square, definition, points

V, BOS, EOS = 5, 3, 1
OTHERS = [0, 2, 4]


def softmax(logits):
    p = np.exp(logits - logits.max(axis=-1, keepdims=True))
    return p / p.sum(axis=-1, keepdims=True)


def random_table(rng, end=True):
    """Logits of moderate size. `end=False`: eos and bos never come."""
    table = rng.normal(size=(V, V))
    table[:, BOS] = -np.inf
    if not end:
        table[:, EOS] = -np.inf
    return table


def numbers_for(table, path, rng):
    """Random numbers, one a token, that lead along a path: well inside the interval of each token."""
    uniforms, prev = [], BOS
    for token in path:
        upper = np.cumsum(softmax(table[prev]))
        lower = upper[token] - softmax(table[prev])[token]
        uniforms.append(lower + rng.uniform(0.05, 0.95) * (upper[token] - lower))
        prev = token
    return np.array(uniforms)


def listed(found):
    """A list of ints; an array of them is taken for one."""
    return found.tolist() if isinstance(found, np.ndarray) else found


@definition
@points(2)
def test_given_numbers_lead_to_given_tokens(student, rng):
    """Each number u picks the first token at which the cumulative probability, given the token before, exceeds u."""
    for _ in range(3):
        table = random_table(rng)
        path = [int(j) for j in rng.permutation([*OTHERS, *rng.choice(OTHERS, size=4)])]
        found = student.autoregressive_sample(table, BOS, EOS, numbers_for(table, path, rng))
        assert_equal(listed(found), path, "tokens")


@definition
def test_known_tokens(student):
    """With probabilities of 0.5, 0.3 and 0.2 in another order after every token, the tokens are those worked out by hand."""
    p = np.array([[0.5, 0.3, 0.2], [0.2, 0.5, 0.3], [0.3, 0.2, 0.5]])
    found = student.autoregressive_sample(np.log(p), 0, 2, np.array([0.6, 0.1, 0.45, 0.75, 0.95, 0.4]))
    assert_equal(listed(found), [1, 0, 0, 1, 2], "tokens")


@points(2)
def test_stops_after_eos_and_keeps_it(student, rng):
    """The sequence ends with eos as soon as it is drawn, though there are numbers left."""
    table = random_table(rng)
    path = [int(j) for j in rng.choice(OTHERS, size=3)] + [EOS, 0, 2, 4]
    found = student.autoregressive_sample(table, BOS, EOS, numbers_for(table, path, rng))
    assert_equal(listed(found), path[:4], "tokens")


def test_stops_when_the_numbers_are_used_up(student, rng):
    """Without eos, there are as many tokens as numbers; with no number there are none."""
    table = random_table(rng, end=False)
    for count in (6, 1, 0):
        found = listed(student.autoregressive_sample(table, BOS, EOS, rng.uniform(0.02, 0.98, size=count)))
        assert_equal(len(found), count, "number of tokens")


def test_impossible_tokens_never_come(student, rng):
    """A token with logit -inf is not drawn, not even by u = 0."""
    table = random_table(rng)
    table[BOS, :2] = table[2, 0] = -np.inf
    found = listed(student.autoregressive_sample(table, BOS, EOS, np.array([0.0, 0.0])))
    assert_equal(found, [2, 1], "tokens drawn by u = 0")


def test_the_last_possible_token_takes_what_rounding_leaves(student, rng):
    """The greatest u below 1 draws the last token that is possible, also where the probabilities add up to less than u."""
    nearly_one = np.nextafter(1.0, 0.0)
    many = 12
    table = np.empty((many, many))
    for prev in range(many):
        # Rows whose probabilities, rounded and added, do not reach u: about a third of all rows. The first token is impossible.
        total = 1.0
        while total > nearly_one:
            table[prev] = rng.normal(size=many)
            table[prev, 0] = table[prev, rng.integers(4, many) :] = -np.inf
            total = np.cumsum(softmax(table[prev]))[-1]
    wanted, prev = [], many - 1
    for _ in range(4):
        prev = int(np.flatnonzero(table[prev] > -np.inf)[-1])
        wanted.append(prev)
    found = listed(student.autoregressive_sample(table, many - 1, many, np.full(4, nearly_one)))
    assert_equal(found, wanted, "tokens drawn by the greatest u below 1")


@points(2)
def test_frequencies_match_the_table(student, rng):
    """In a long sequence, what follows each token is distributed as the table says."""
    table = random_table(rng, end=False)
    # No token is rare, so that every row is seen often enough to be tested.
    table[:, OTHERS] = rng.uniform(-0.8, 0.8, size=(V, 3))
    found = np.array(listed(student.autoregressive_sample(table, BOS, EOS, rng.random(3000))))
    assert_true(found.shape == (3000,), "the sequence does not have as many tokens as there are numbers")
    assert_true(bool(np.isin(found, OTHERS).all()), "a token that is impossible, or unknown, is drawn")
    for prev in OTHERS:
        after = found[1:][found[:-1] == prev]
        counts = np.array([(after == j).sum() for j in OTHERS])
        check_chi_square(counts, softmax(table[prev])[OTHERS], "the tokens that follow a token", false_alarm=3e-7)


def test_large_logits(student, rng):
    """Logits of some thousands are as good as small ones."""
    table = random_table(rng) + np.array([5000.0, -5000.0, 3000.0, 8000.0, -700.0])[:, None]
    path = [int(j) for j in rng.permutation(OTHERS)]
    found = student.autoregressive_sample(table, BOS, EOS, numbers_for(table, path, rng))
    assert_equal(listed(found), path, "tokens")
