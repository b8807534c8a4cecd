from autograder.suite import assert_equal


def test_one_layer(student):
    """10 inputs and 20 units: 620 for a plain net, four times that for an LSTM, three times for a GRU."""
    counts = [student.recurrent_param_count(cell, 10, 20) for cell in ("rnn", "lstm", "gru")]
    assert_equal(counts, [620, 2480, 1860], "the counts")
