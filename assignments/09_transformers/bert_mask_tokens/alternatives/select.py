"""np.select with the cases in order."""

import numpy as np


def bert_mask_tokens(ids, special, u_select, u_action, random_ids, mask_id):
    left = special | (u_select >= 0.15)
    inputs = np.select([left, u_action < 0.8, u_action < 0.9], [ids, mask_id, random_ids], ids)
    labels = np.full_like(ids, -100)
    labels[~left] = ids[~left]
    return inputs, labels
