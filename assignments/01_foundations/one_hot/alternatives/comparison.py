"""Every label compared with every class."""

import numpy as np


def one_hot(labels, num_classes):
    for label in labels:
        if not 0 <= label < num_classes:
            raise ValueError(f"{label} is no class")
    return (labels[:, None] == np.arange(num_classes)).astype(np.float64)
