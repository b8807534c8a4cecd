"""A variational autoencoder for pictures: convolutions on the way down, transposed convolutions on the way up."""

from __future__ import annotations

import torch
import torch.nn.functional as F
from jaxtyping import Float
from torch import nn

Picture = Float[torch.Tensor, "N 1 28 28"]
Code = Float[torch.Tensor, "N k"]


class ConvVAE(nn.Module):
    """A VAE for pictures of 28 x 28 pixels in one channel. All convolutions have 3 x 3 kernels, stride 2 and padding 1.

        encode:  x (N, 1, 28, 28) -> Conv (N, c, 14, 14) -> Conv (N, 2c, 7, 7) -> Conv (N, 4c, 4, 4), a ReLU behind each;
                 flattened to (N, 64c) in the order channel, row, column; from there two Linear heads with nothing
                 behind them, mu (N, k) and logvar (N, k)
        decode:  z (N, k) -> Linear (N, 64c), ReLU -> taken apart in the same order, (N, 4c, 4, 4)
                 -> transposed Conv (N, 2c, 7, 7), ReLU -> transposed Conv (N, c, 14, 14), ReLU
                 -> transposed Conv (N, 1, 28, 28), the logits

    Here c is `base`. With stride 2, heights of 7 and 8 both shrink to 4, so a transposed convolution has to be told which of
    the two to come back to: `output_padding`, or `output_size` in the call.

    The layers of torch.nn are welcome. Create them in the order in which they stand above. The grader puts its own weights
    into your net and finds out by shape, order and result which layer is which; how you name or group the layers is up to you.
    """

    def __init__(self, base: int = 16, k: int = 20) -> None:
        """Make the layers.

        Args:
            base: number of channels after the first convolution; each further one doubles it.
            k: number of latents.
        """
        super().__init__()
        self.down1 = nn.Conv2d(1, base, 3, stride=2, padding=1)
        self.down2 = nn.Conv2d(base, 2 * base, 3, stride=2, padding=1)
        self.down3 = nn.Conv2d(2 * base, 4 * base, 3, stride=2, padding=1)
        self.to_mu = nn.Linear(64 * base, k)
        self.to_logvar = nn.Linear(64 * base, k)
        self.from_code = nn.Linear(k, 64 * base)
        self.up1 = nn.ConvTranspose2d(4 * base, 2 * base, 3, stride=2, padding=1)  # 4 -> 7
        self.up2 = nn.ConvTranspose2d(2 * base, base, 3, stride=2, padding=1, output_padding=1)  # 7 -> 14
        self.up3 = nn.ConvTranspose2d(base, 1, 3, stride=2, padding=1, output_padding=1)  # 14 -> 28

    def encode(self, x: Picture) -> tuple[Code, Code]:
        """Means and logarithms of the variances of q(z|x): (mu, logvar)."""
        h = F.relu(self.down1(x))
        h = F.relu(self.down2(h))
        h = F.relu(self.down3(h))  # (N, 4c, 4, 4)
        h = h.flatten(start_dim=1)
        return self.to_mu(h), self.to_logvar(h)

    def decode(self, z: Code) -> Picture:
        """Logits of p(x|z), one for each pixel; not probabilities."""
        h = F.relu(self.from_code(z))
        h = h.unflatten(1, (-1, 4, 4))  # (N, 4c, 4, 4)
        h = F.relu(self.up1(h))
        h = F.relu(self.up2(h))
        return self.up3(h)

    def forward(self, x: Picture, eps: Code) -> tuple[Picture, Code, Code]:
        """Encode x, draw z with the standard normal noise eps that was drawn for you, decode z.

        Returns:
            (logits, mu, logvar). Gradients reach the encoder through z.
        """
        mu, logvar = self.encode(x)
        z = mu + torch.exp(0.5 * logvar) * eps
        return self.decode(z), mu, logvar
