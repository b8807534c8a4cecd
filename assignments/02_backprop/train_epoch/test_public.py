import torch
import torch.nn.functional as F

from autograder.suite import assert_close, assert_equal, assert_true


def one_weight(student, value):
    model = student.call(torch.nn.Linear, 1, 1, bias=False)
    model.load_state_dict({"weight": torch.tensor([[value]])})
    return model


def test_one_batch_by_hand(student):
    """w = 2, x = 1, y = 0, squared error: the loss is 4, and a step of 0.25 takes w to 1."""
    model = one_weight(student, 2.0)
    optimizer = student.call(torch.optim.SGD, model.parameters(), lr=0.25)
    loss = student.train_epoch(model, [(torch.ones(1, 1), torch.zeros(1, 1))], F.mse_loss, optimizer)
    assert_close(loss, 4.0, "mean loss", rtol=1e-5)
    assert_close(model.weight, torch.tensor([[1.0]]), "weight after the epoch")


def test_a_step_for_each_batch(student, rng):
    """Three batches make three steps, and the model is in training mode afterwards."""
    model = student.call(torch.nn.Linear, 3, 2)
    optimizer = student.given.recording.RecordingSGD(model.parameters(), 0.1)
    batches = [(torch.tensor(rng.normal(size=(n, 3)), dtype=torch.float32), torch.arange(n) % 2) for n in (4, 4, 2)]
    student.train_epoch(model, batches, F.cross_entropy, optimizer)
    assert_equal(optimizer.calls.count("step"), 3, "number of steps")
    assert_true(model.training, "the model is not in training mode")
