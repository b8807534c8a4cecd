from autograder.suite import Mistake

MISTAKES = [
    Mistake(
        "affine_backward/db-mean",
        old="db = dout.sum(axis=0)",
        new="db = dout.mean(axis=0)",
        hint="db is averaged over the batch. One bias serves all samples, so what they send back adds up; the 1/N of a "
        "mean loss is already in dout.",
    ),
    Mistake(
        "affine_backward/dw-mean",
        old="dw = rows.T @ dout",
        new="dw = rows.T @ dout / len(x)",
        hint="dw is divided by the number of samples. The 1/N of a mean loss is already in dout; here the samples add up.",
    ),
    Mistake(
        "affine_backward/swapped",
        old="dx = (dout @ w.T).reshape(x.shape)\n    dw = rows.T @ dout",
        new="dx = rows.T @ dout\n    dw = dout @ w.T",
        hint="The roles of x and w are exchanged. In a product, the gradient of one factor is made with the OTHER: dx "
        "with w, and dw with x.",
    ),
    Mistake(
        "affine_backward/dx-flat",
        old="dx = (dout @ w.T).reshape(x.shape)",
        new="dx = dout @ w.T",
        hint="dx has the shape of the flattened input. The code that made x expects a gradient in the shape of x.",
    ),
    Mistake(
        "affine_backward/db-axis",
        old="db = dout.sum(axis=0)",
        new="db = dout.sum(axis=1)",
        hint="db is summed over the outputs. There is one bias for each output, and it is shared by all samples: which "
        "axis of dout are the samples?",
    ),
]
