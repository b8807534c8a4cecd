def recurrent_param_count(cell, d, h, layers=1, bidirectional=False, biases=1):
    ways = 1 + bool(bidirectional)
    gates = 4 if cell == "lstm" else 3 if cell == "gru" else 1
    first = gates * h * (d + h + biases)
    deeper = gates * h * (ways * h + h + biases)
    return ways * (first + (layers - 1) * deeper)
