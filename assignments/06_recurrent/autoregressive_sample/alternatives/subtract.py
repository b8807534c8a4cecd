"""Walks through the tokens and takes their probabilities off u."""

import math


def autoregressive_sample(table, bos, eos, uniforms):
    tokens = []
    for u in uniforms.tolist():
        row = table[tokens[-1] if tokens else bos].tolist()
        top = max(row)
        total = sum(math.exp(score - top) for score in row)
        left, token = u, max(j for j, score in enumerate(row) if score > -math.inf)
        for j, score in enumerate(row):
            p = math.exp(score - top) / total
            if left < p:
                token = j
                break
            left -= p
        tokens.append(token)
        if token == eos:
            return tokens
    return tokens
