from autograder.suite import Mistake

ENCODE = "return self.to_mu(hidden), self.to_logvar(hidden)"
DECODE = "return self.to_logits(F.relu(self.decoder(z)))"
DRAW = "z = mu + torch.exp(0.5 * logvar) * eps"

MISTAKES = [
    Mistake(
        "vae/shared-head",
        old="self.to_logvar = nn.Linear(h, k)",
        new="self.to_logvar = self.to_mu",
        hint="One head serves for mu and for logvar, so the two are always equal. Each needs weights of its own: "
        "count your parameters.",
    ),
    Mistake(
        "vae/relu-heads",
        old=ENCODE,
        new="return F.relu(self.to_mu(hidden)), F.relu(self.to_logvar(hidden))",
        hint="Your heads end in a ReLU: mu cannot be negative, and no variance can be below 1. Nothing stands "
        "behind the heads.",
    ),
    Mistake(
        "vae/sigmoid-inside",
        old=DECODE,
        new="return torch.sigmoid(self.to_logits(F.relu(self.decoder(z))))",
        hint="Your decoder gives probabilities. Logits are asked for; the loss takes them as they are, and is "
        "exact where a sigmoid has rounded to 0 or 1.",
    ),
    Mistake(
        "vae/ignores-eps",
        old=DRAW,
        new="z = mu + torch.exp(0.5 * logvar) * torch.randn_like(mu)",
        hint="Your forward pass draws noise of its own and ignores eps. The same input and noise must give the same result.",
    ),
    Mistake(
        "vae/no-noise",
        old=DRAW,
        new="z = mu",
        hint="Your code is always mu. Then logvar has no influence on the reconstruction, and this is a plain autoencoder.",
    ),
    Mistake(
        "vae/var-as-std",
        old=DRAW,
        new="z = mu + torch.exp(logvar) * eps",
        hint="The noise is scaled by the variance. logvar is ln sigma^2, and the noise is to be multiplied by sigma.",
    ),
    Mistake(
        "vae/detached",
        old=DRAW,
        new="z = (mu + torch.exp(0.5 * logvar) * eps).detach()",
        hint="Your code is cut off from the graph: the encoder learns nothing from the reconstruction. That z "
        "can be differentiated is what the reparameterisation is for.",
    ),
    Mistake(
        "vae/linear-decoder",
        old=DECODE,
        new="return self.to_logits(self.decoder(z))",
        hint="There is no nonlinearity between the two layers of your decoder: together they are a single linear map.",
    ),
    Mistake(
        "vae/linear-encoder",
        old="hidden = F.relu(self.encoder(x))",
        new="hidden = self.encoder(x)",
        hint="There is no nonlinearity between the encoder's hidden layer and its heads: together they are linear maps.",
    ),
    Mistake(
        "vae/heads-exchanged",
        old=ENCODE,
        new="return self.to_logvar(hidden), self.to_mu(hidden)",
        hint="mu and logvar have changed places. The head for mu is made first, and mu is returned first.",
    ),
]
