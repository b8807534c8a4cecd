import numpy as np


def _running(batch_sizes, n):
    """(Tmax, N): which of the sorted sequences are running at each time."""
    return np.arange(n) < np.asarray(batch_sizes)[:, None]


def pack_sequences(x, lengths):
    order = np.lexsort((np.arange(len(lengths)), -lengths))
    batch_sizes = np.count_nonzero(lengths[:, None] > np.arange(lengths.max()), axis=0)
    by_time = x[order].transpose(1, 0, 2)[: len(batch_sizes)]
    return by_time[_running(batch_sizes, len(lengths))], batch_sizes, order


def unpack_sequences(data, batch_sizes, order):
    by_time = np.zeros((len(batch_sizes), len(order), data.shape[1]))
    by_time[_running(batch_sizes, len(order))] = data
    return by_time.transpose(1, 0, 2)[np.argsort(order)]
