import numpy as np


def pad_sequences(seqs, pad=0):
    lengths = np.fromiter(map(len, seqs), dtype=np.int64)
    mask = lengths.reshape(-1, 1) > np.arange(max(lengths))
    ids = np.full(mask.shape, pad, dtype=np.int64)
    ids[mask] = np.concatenate(seqs)
    return ids, lengths, mask


def gather_last_state(h_fwd, h_bwd, lengths):
    chosen = np.eye(h_fwd.shape[1])[np.asarray(lengths) - 1]
    last = np.einsum("nt,nth->nh", chosen, h_fwd)
    return last if h_bwd is None else np.hstack((last, h_bwd[:, 0, :]))
