import numpy as np


def pack_sequences(x, lengths):
    order = sorted(range(len(lengths)), key=lambda n: -int(lengths[n]))
    data, batch_sizes = [], []
    for t in range(int(max(lengths))):
        running = [n for n in order if lengths[n] > t]
        batch_sizes.append(len(running))
        data.extend(x[n, t] for n in running)
    return np.array(data), np.array(batch_sizes), np.array(order)


def unpack_sequences(data, batch_sizes, order):
    ends = np.cumsum(batch_sizes)
    x = np.zeros((len(order), len(ends), data.shape[-1]))
    for t, (end, size) in enumerate(zip(ends, batch_sizes)):
        for rank in range(size):
            x[order[rank], t] = data[end - size + rank]
    return x
