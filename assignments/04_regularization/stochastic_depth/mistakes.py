from autograder.suite import Mistake

LINE = "return 1 - block / depth * (1 - p_last)"
MASK = "kept = (u < keep).reshape(one_per_sample)"
ADD = "return x + branch * kept / keep"

MISTAKES = [
    Mistake(
        "stochastic_depth_probs/zero-based",
        old="block = np.arange(1, depth + 1)",
        new="block = np.arange(depth)",
        hint="Your blocks are counted from 0, so the first never drops and the last does not reach p_last. The "
        "formula counts from 1 to L.",
    ),
    Mistake(
        "stochastic_depth_probs/drop",
        old=LINE,
        new="return block / depth * (1 - p_last)",
        hint="You return the probabilities of being dropped. Wanted is survival: the first blocks, which all the "
        "others build on, should almost always be there.",
    ),
    Mistake(
        "stochastic_depth_probs/constant",
        old=LINE,
        new="return np.full(depth, float(p_last))",
        hint="All blocks have the same probability. It should fall with the depth, and reach p_last at the end.",
    ),
    Mistake(
        "stochastic_depth_probs/quadratic",
        old=LINE,
        new="return 1 - (block / depth) ** 2 * (1 - p_last)",
        hint="Your probabilities fall along a parabola. The steps from block to block should all be equal.",
    ),
    Mistake(
        "drop_path/skip-dropped",
        old=ADD,
        new="return (x + branch / keep) * kept",
        hint="Where the branch is dropped, x is gone as well, and with it everything the net knew of that sample. "
        "Only the branch is dropped; x goes around it.",
    ),
    Mistake(
        "drop_path/elementwise",
        old=MASK,
        new="kept = np.resize(u, x.shape) < keep",
        hint="Your mask differs from entry to entry. That is dropout; here a sample's branch is kept or dropped as a "
        "whole, by one draw.",
    ),
    Mistake(
        "drop_path/batch",
        old=MASK,
        new="kept = u[0] < keep",
        hint="The first draw decides for the whole batch. Each sample has a draw of its own.",
    ),
    Mistake(
        "drop_path/no-scale",
        old=ADD,
        new="return x + branch * kept",
        hint="On average your training output is x + keep * branch, but the test uses x + branch. What must a kept "
        "branch be multiplied with so that the two agree?",
    ),
    Mistake(
        "drop_path/eval-scaled",
        old="return x + branch\n",
        new="return x + keep * branch\n",
        hint="You scale at test time and in training. One of them is enough, and here it is the training: a kept "
        "branch is divided by keep there.",
    ),
    Mistake(
        "drop_path/eval-dropped",
        old="if not train:\n        return x + branch\n    one_per_sample",
        new="one_per_sample",
        hint="The branch is dropped at test time as well. There the net should be deterministic: look at `train`.",
    ),
    Mistake(
        "drop_path/inverted",
        old="(u < keep)",
        new="(u >= keep)",
        hint="The branch is kept where it should be dropped. keep is the probability of surviving, and u < keep "
        "happens with just this probability.",
    ),
    Mistake(
        "drop_path/border",
        old="(u < keep)",
        new="(u <= keep)",
        hint="A draw equal to keep counts as kept in your code. u comes from [0, 1), so u < keep is the event "
        "that has the probability keep.",
    ),
    Mistake(
        "drop_path/in-place",
        old=ADD,
        new="x += branch * kept / keep\n    return x",
        hint="Your numbers are right, but x is overwritten on the way, and other layers may still need it. Which of "
        "your lines changes an array instead of making a new one?",
    ),
]
