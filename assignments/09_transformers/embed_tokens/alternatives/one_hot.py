"""A look-up as a product with one-hot rows."""

import numpy as np


def look_up(numbers, table, name):
    if numbers.min() < 0 or numbers.max() >= len(table):
        raise ValueError(f"{name} outside of the table")
    return np.eye(len(table))[numbers] @ table


def places(ids, pe):
    if ids.shape[1] > pe.shape[0]:
        raise ValueError("ids has more tokens than there are positions")
    return pe[np.arange(ids.shape[1])]


def embed_tokens(ids, E, pe, scale=True):
    out = look_up(ids, E, "ids")
    if scale:
        out = out * E.shape[1] ** 0.5
    return out + places(ids, pe)[None]


def bert_embed(ids, segments, Etok, Eseg, Epos):
    tokens = look_up(ids, Etok, "ids")
    return tokens + look_up(segments, Eseg, "segments") + places(ids, Epos)[None]
