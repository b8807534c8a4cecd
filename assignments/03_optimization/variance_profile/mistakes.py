from autograder.suite import Mistake

FWD = "fwd = np.array([np.mean(z**2) for z in zs])"

MISTAKES = [
    Mistake(
        "init_variance_profile/centred",
        old=FWD,
        new="fwd = np.array([np.var(z) for z in zs])",
        also=(
            (
                "bwd = np.array([np.mean(delta**2) for delta in reversed(deltas)])",
                "bwd = np.array([np.var(d) for d in reversed(deltas)])",
            ),
        ),
        hint="You subtract the mean. What is passed on from layer to layer is the second moment, the mean of the squares.",
    ),
    Mistake(
        "init_variance_profile/post-activation",
        old="        zs.append(z)\n",
        new="",
        also=(("else z\n    delta", "else z\n        zs.append(h)\n    delta"),),
        hint="You measure what comes out of the activations. The task asks for what goes into them.",
    ),
    Mistake(
        "init_variance_profile/std",
        old=FWD,
        new="fwd = np.array([np.sqrt(np.mean(z**2)) for z in zs])",
        also=(("np.mean(delta**2) for", "np.sqrt(np.mean(delta**2)) for"),),
        hint="You take the root of the mean square. The mean square itself is asked for.",
    ),
    Mistake(
        "init_variance_profile/backward-order",
        old="for delta in reversed(deltas)])",
        new="for delta in deltas])",
        hint="Your bwd starts with the last layer. Both results go from the first layer to the last.",
    ),
]
