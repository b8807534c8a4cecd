from autograder.suite import Mistake

MISTAKES = [
    Mistake(
        "recurrent_param_count/two-biases",
        old="(inputs + h) + biases * h",
        new="(inputs + h) + 2 * h",
        hint="You always count two bias vectors, as PyTorch keeps them. How many there are is what `biases` says.",
    ),
    Mistake(
        "recurrent_param_count/wrong-g",
        old='"lstm": 4',
        new='"lstm": 3',
        hint="An LSTM has three gates, and weights for the candidate besides: a block was left out.",
    ),
    Mistake(
        "recurrent_param_count/first-d-everywhere",
        old="        inputs = h * directions\n",
        new="",
        hint="Every layer reads d numbers in your count. Only the first one sees the input; the others read the states of "
        "the layer below.",
    ),
    Mistake(
        "recurrent_param_count/bi-input-single",
        old="inputs = h * directions",
        new="inputs = h",
        hint="In a bidirectional net, a deeper layer reads h numbers in your count. The layer below puts out the states of "
        "both directions, side by side.",
    ),
    Mistake(
        "recurrent_param_count/times-t",
        old="return total",
        new="return d * total",
        hint="Your number is d times too large, as if each of d steps had weights of its own. All steps share the same "
        "weights: the length of a sequence does not come in.",
    ),
    Mistake(
        "recurrent_param_count/one-direction",
        old="total += directions * blocks",
        new="total += blocks",
        hint="Both directions have weights of their own, and you count those of one.",
    ),
]
