from autograder.suite import Mistake

H1 = 'h1 = np.maximum(x @ params["w1"] + params["b1"], 0.0)'
CODE = 'z = h1 @ params["w2"] + params["b2"]'
H2 = 'h2 = np.maximum(z @ params["w3"] + params["b3"], 0.0)'
OUT = 'xhat = h2 @ params["w4"] + params["b4"]'

MISTAKES = [
    Mistake(
        "ae_mlp_forward/relu-code",
        old=CODE,
        new='z = np.maximum(h1 @ params["w2"] + params["b2"], 0.0)',
        hint="There is a ReLU on your code. The code is linear: clipped at 0 it would throw away half of the space that "
        "it has.",
    ),
    Mistake(
        "ae_mlp_forward/relu-output",
        old=OUT,
        new='xhat = np.maximum(h2 @ params["w4"] + params["b4"], 0.0)',
        hint="There is a ReLU on your output, so that no reconstruction can be negative. The last layer is linear.",
    ),
    Mistake(
        "ae_mlp_forward/tied",
        old=H2,
        new='h2 = np.maximum(z @ params["w2"].T + params["b3"], 0.0)',
        hint="Your decoder uses the encoder's weights, transposed. That is a variant (tied weights), and the shapes fit, "
        "but this net has a w3 of its own.",
    ),
    Mistake(
        "ae_mlp_forward/tied-output",
        old=OUT,
        new='xhat = h2 @ params["w1"].T + params["b4"]',
        hint="Your last layer uses the weights of the first one, transposed. This net has a w4 of its own.",
    ),
    Mistake(
        "ae_mlp_forward/bypass",
        old=H2,
        new='h2 = np.maximum(h1 @ params["w3"] + params["b3"], 0.0)',
        hint="Your decoder is fed with the hidden layer of the encoder, not with the code. Then there is no "
        "bottleneck: what the code has lost gets around it. (If code and hidden layer differ in width, the product "
        "does not even exist.)",
    ),
    Mistake(
        "ae_mlp_forward/linear-encoder",
        old=H1,
        new='h1 = x @ params["w1"] + params["b1"]',
        hint="The first hidden layer lacks its ReLU. Two linear layers in a row are no more than one.",
    ),
    Mistake(
        "ae_mlp_forward/linear-decoder",
        old=H2,
        new='h2 = z @ params["w3"] + params["b3"]',
        hint="The hidden layer of the decoder lacks its ReLU. Two linear layers in a row are no more than one.",
    ),
    Mistake(
        "ae_mlp_forward/in-place",
        old=H1,
        new='x -= x.mean(axis=0)\n    h1 = np.maximum((x + 0.0) @ params["w1"] + params["b1"], 0.0)',
        hint="You centre the samples before anything else, and you do it in the array that came in. Nothing of that is "
        "asked: the biases take care of the mean, and x belongs to the caller.",
    ),
]
