# The nine checks of assignments/01_small/hidden as otter and nbgrader have them: one cell each, plain asserts.
# ruff: noqa: I001

# %% imports
import math
import torch
from torch import nn

# %% linear_layer
_ = torch.manual_seed(101)
x, weight, bias = torch.randn(5, 4), torch.randn(3, 4), torch.randn(3)
assert torch.allclose(linear_layer(x, weight, bias), x @ weight.T + bias, atol=1e-5)

# %% linear_layer
_ = torch.manual_seed(102)
bias = torch.randn(3)
assert torch.allclose(linear_layer(torch.randn(5, 4), torch.zeros(3, 4), bias), bias.expand(5, 3))

# %% linear_layer
out = linear_layer(torch.tensor([[1.0, 2.0]]), torch.tensor([[3.0, 4.0]]), torch.tensor([0.5]))
assert torch.allclose(out, torch.tensor([[11.5]]))

# %% softmax_cross_entropy
_ = torch.manual_seed(103)
logits, labels = torch.randn(6, 5), torch.randint(0, 5, (6,))
assert torch.allclose(softmax_cross_entropy(logits, labels), nn.functional.cross_entropy(logits, labels), atol=1e-5)

# %% softmax_cross_entropy
loss = softmax_cross_entropy(torch.tensor([[1000.0, 1000.0]]), torch.tensor([1]))
assert torch.allclose(loss, torch.tensor(math.log(2.0)), atol=1e-4)

# %% softmax_cross_entropy
_ = torch.manual_seed(104)
loss = softmax_cross_entropy(torch.zeros(6, 5), torch.randint(0, 5, (6,)))
assert torch.allclose(loss, torch.tensor(math.log(5.0)))

# %% train_mlp
_ = torch.manual_seed(105)
x, y = torch.randn(16, 4), torch.randint(0, 3, (16,))
weights = [torch.randn(8, 4) / 2, torch.randn(8) / 2, torch.randn(3, 8) / 2, torch.randn(3) / 2]
net = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 3))
_ = net.load_state_dict(dict(zip(net.state_dict(), weights)))
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
for _ in range(5):
    optimizer.zero_grad()
    nn.functional.cross_entropy(net(x), y).backward()
    optimizer.step()
trained = train_mlp(x, y, weights, 0.1)
assert all(torch.allclose(a, b, atol=1e-5) for a, b in zip(trained, net.parameters()))

# %% train_mlp
_ = torch.manual_seed(106)
x, y = torch.randn(16, 4), torch.randint(0, 3, (16,))
weights = [torch.randn(8, 4) / 2, torch.randn(8) / 2, torch.randn(3, 8) / 2, torch.randn(3) / 2]


def loss_of(w1, b1, w2, b2):
    return nn.functional.cross_entropy(torch.relu(x @ w1.T + b1) @ w2.T + b2, y)


assert loss_of(*train_mlp(x, y, weights, 0.1)) < loss_of(*weights)

# %% train_mlp
_ = torch.manual_seed(107)
x, y = torch.randn(16, 4), torch.randint(0, 3, (16,))
weights = [torch.randn(8, 4) / 2, torch.randn(8) / 2, torch.randn(3, 8) / 2, torch.randn(3) / 2]
assert all(torch.equal(a, b) for a, b in zip(train_mlp(x, y, weights, 0.1, 0), weights))
