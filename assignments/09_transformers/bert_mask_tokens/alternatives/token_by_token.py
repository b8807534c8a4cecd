"""A loop with an if for each fate."""

import numpy as np


def bert_mask_tokens(ids, special, u_select, u_action, random_ids, mask_id):
    inputs, labels = np.array(ids), np.empty(ids.shape, dtype=int)
    labels.fill(-100)
    for place in np.ndindex(*ids.shape):
        if special[place] or not u_select[place] < 0.15:
            continue
        labels[place] = ids[place]
        if u_action[place] < 0.8:
            inputs[place] = mask_id
        elif u_action[place] < 0.9:
            inputs[place] = random_ids[place]
    return inputs, labels
