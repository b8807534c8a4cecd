from autograder.suite import Mistake

COPY = "return z_q.detach() + (z_e - z_e.detach())"
CODEBOOK = "codebook = ((z_e.detach() - e) ** 2).sum(dim=1).mean()"
COMMIT = "commit = ((z_e - e.detach()) ** 2).sum(dim=1).mean()"
RETURN = "return recon + codebook + beta * commit, recon, codebook, commit"

MISTAKES = [
    Mistake(
        "vqvae_loss/detach-encoder",
        old=COPY,
        new="return z_q + (z_e - z_q).detach()",
        hint="The two are exchanged: your result has the value of z_e and sends its gradient to the codebook. "
        "The decoder is to see the code, the encoder the gradient.",
    ),
    Mistake(
        "vqvae_loss/plain-zq",
        old=COPY,
        new="return z_q",
        hint="You return z_q itself. The value is right, but no gradient reaches the encoder, so it would never learn.",
    ),
    Mistake(
        "vqvae_loss/no-detach",
        old=COPY,
        new="return z_e + (z_q - z_e)",
        hint="The value is right, but z_e cancels out of your expression for autograd too: the whole gradient "
        "goes to z_q. Something has to be a constant for the backward pass.",
    ),
    Mistake(
        "vqvae_loss/half-detached",
        old=COPY,
        new="return z_e + z_q - z_e.detach()",
        hint="The encoder gets its gradient, and the codebook gets one as well: z_q is not held constant. It is "
        "to learn from its own term alone.",
    ),
    Mistake(
        "vqvae_loss/encoder-output",
        old=COPY,
        new="return z_e",
        hint="straight_through returns z_e as it is. The gradient is right, but the decoder never sees a code.",
    ),
    Mistake(
        "vqvae_loss/sg-swapped",
        old=CODEBOOK,
        new="codebook = ((z_e - e.detach()) ** 2).sum(dim=1).mean()",
        also=((COMMIT, "commit = ((z_e.detach() - e) ** 2).sum(dim=1).mean()"),),
        hint="Your stop-gradients are exchanged. The numbers do not show it: the codebook term must move the "
        "codes, and the commitment the encoder.",
    ),
    Mistake(
        "vqvae_loss/beta-on-codebook",
        old=RETURN,
        new="return recon + beta * codebook + commit, recon, codebook, commit",
        hint="beta weighs your codebook term. The two terms have the same value, so only gradients show it: beta "
        "belongs to the commitment.",
    ),
    Mistake(
        "vqvae_loss/no-sg",
        old=CODEBOOK,
        new="codebook = ((z_e - e) ** 2).sum(dim=1).mean()",
        also=((COMMIT, "commit = ((z_e - e) ** 2).sum(dim=1).mean()"),),
        hint="Nothing stops your gradients, so both terms pull on both sides. Then the two are one term of weight 1 + beta.",
    ),
    Mistake(
        "vqvae_loss/mean-dims",
        old=CODEBOOK,
        new="codebook = ((z_e.detach() - e) ** 2).mean()",
        also=((COMMIT, "commit = ((z_e - e.detach()) ** 2).mean()"),),
        hint="Your codebook and commitment terms are averaged over the dimensions too. A squared distance is a "
        "sum over them; only samples are averaged.",
    ),
    Mistake(
        "vqvae_loss/recon-detached",
        old=RETURN,
        new="return recon.detach() + codebook + beta * commit, recon, codebook, commit",
        hint="Your total has the right value, but the reconstruction in it is cut off: the decoder gets no gradient.",
    ),
    Mistake(
        "vqvae_loss/recon-mean",
        old="recon = ((x - xhat) ** 2).sum(dim=1).mean()",
        new="recon = ((x - xhat) ** 2).mean()",
        hint="Your reconstruction is averaged over the data's dimensions too. Sum over them, and average over the samples.",
    ),
]
