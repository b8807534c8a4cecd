import numpy as np


def attention_context(e, values, mask=None):
    if mask is None:
        alpha = masked_softmax(scores=e)
    else:
        alpha = masked_softmax(mask=mask[:, None], scores=e[:, None])[:, 0]
        values = values.copy()
        values[np.logical_not(mask)] = 0
    return (alpha[:, None, :] @ values)[:, 0, :], alpha
