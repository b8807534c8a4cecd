from autograder.suite import Mistake

MISTAKES = [
    Mistake(
        "softmax_jacobian/diagonal",
        old="return diagonal - outer",
        new="return (diagonal - outer) * np.eye(p.shape[1])",
        hint="Your matrix is 0 off the diagonal. That would be right for an activation that looks at each entry alone; "
        "softmax divides by a sum, so every probability depends on every logit.",
    ),
    Mistake(
        "softmax_jacobian/sign",
        old="return diagonal - outer",
        new="return outer - diagonal",
        hint="The sign is wrong. Raising a logit raises its own probability, so the diagonal is positive.",
    ),
    Mistake(
        "softmax_jacobian/batch-mean",
        old="return diagonal - outer",
        new="return (diagonal - outer).mean(axis=0)",
        hint="You average the matrices over the batch. Each sample has a Jacobian of its own; an averaged one fits none "
        "of them.",
    ),
    Mistake(
        "softmax_jacobian/no-diagonal",
        old="return diagonal - outer",
        new="return -outer",
        hint="The part diag(p) is missing. With -p p^T alone, raising any logit would lower all probabilities, and they "
        "could not sum to 1.",
    ),
    Mistake(
        "softmax_backward/diagonal",
        old="return p * (dout - weighted)",
        new="return p * (1 - p) * dout",
        hint="You use only the diagonal of the Jacobian, as for the sigmoid. A logit also moves the "
        "probabilities of the other classes; what that does to the loss is missing.",
    ),
    Mistake(
        "softmax_backward/batch-sum",
        old="(dout * p).sum(axis=1, keepdims=True)",
        new="(dout * p).sum(axis=0, keepdims=True)",
        hint="You sum over the samples. Softmax connects the classes of one sample; samples know nothing of each other.",
    ),
    Mistake(
        "softmax_backward/plain-sum",
        old="(dout * p).sum(axis=1, keepdims=True)",
        new="dout.sum(axis=1, keepdims=True)",
        hint="You subtract the plain sum of dout. Classes count by their probability: work out what p^T dout is.",
    ),
    Mistake(
        "softmax_backward/p-missing",
        old="return p * (dout - weighted)",
        new="return dout - weighted",
        hint="A factor p is missing in front. A class with probability almost 0 hardly moves, so hardly any gradient can "
        "reach its logit.",
    ),
]
