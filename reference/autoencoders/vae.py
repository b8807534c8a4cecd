"""The variational autoencoder as a torch module: one hidden layer on each side."""

from __future__ import annotations

import torch
import torch.nn.functional as F
from jaxtyping import Float
from torch import nn


class VAE(nn.Module):
    """Encoder to a Gaussian over codes, decoder to a Bernoulli over pixels.

        encode:  x (N, d) -> Linear, ReLU (N, h) -> mu     (N, k)     two heads on the same hidden layer,
                                                 -> logvar (N, k)     each a Linear with nothing behind it
        decode:  z (N, k) -> Linear, ReLU (N, h) -> Linear -> logits (N, d)

    The layers of torch.nn are welcome. Create them in this order: the encoder's hidden layer, the head for mu, the head for
    logvar, the decoder's hidden layer, its output layer. The grader puts its own weights into your net and finds out by
    shape, order and result which layer is which; how you name or group the layers is up to you.
    """

    def __init__(self, d: int = 784, h: int = 512, k: int = 20) -> None:
        """Make the layers.

        Args:
            d: number of pixels.
            h: width of the hidden layer, in encoder and decoder.
            k: number of latents.
        """
        super().__init__()
        self.encoder = nn.Linear(d, h)
        self.to_mu = nn.Linear(h, k)
        self.to_logvar = nn.Linear(h, k)
        self.decoder = nn.Linear(k, h)
        self.to_logits = nn.Linear(h, d)

    def encode(self, x: Float[torch.Tensor, "N d"]) -> tuple[Float[torch.Tensor, "N k"], Float[torch.Tensor, "N k"]]:
        """Means and logarithms of the variances of q(z|x): (mu, logvar)."""
        hidden = F.relu(self.encoder(x))
        return self.to_mu(hidden), self.to_logvar(hidden)

    def decode(self, z: Float[torch.Tensor, "N k"]) -> Float[torch.Tensor, "N d"]:
        """Logits of p(x|z), one for each pixel; not probabilities."""
        return self.to_logits(F.relu(self.decoder(z)))

    def forward(
        self, x: Float[torch.Tensor, "N d"], eps: Float[torch.Tensor, "N k"]
    ) -> tuple[Float[torch.Tensor, "N d"], Float[torch.Tensor, "N k"], Float[torch.Tensor, "N k"]]:
        """Encode x, draw z with the standard normal noise eps that was drawn for you, decode z.

        Returns:
            (logits, mu, logvar). Gradients reach the encoder through z.
        """
        mu, logvar = self.encode(x)
        z = mu + torch.exp(0.5 * logvar) * eps
        return self.decode(z), mu, logvar
