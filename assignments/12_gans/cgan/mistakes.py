from autograder.suite import Mistake

GEN = "return torch.cat([z, F.one_hot(y.long(), C).to(z.dtype)], dim=1)"
MAPS = "maps = E[y].reshape(n, 1, height, width)"
STACK = "return torch.cat([x, maps], dim=1)"
ASKED = "real_logits, fake_logits = D(x_real, y), D(x_fake, y)"
LOSS = "return np.mean(np.logaddexp(0.0, -real_logits)) + np.mean(np.logaddexp(0.0, fake_logits))"

MISTAKES = [
    Mistake(
        "cgan_inputs/label-first",
        old=GEN,
        new="return torch.cat([F.one_hot(y.long(), C).to(z.dtype), z], dim=1)",
        hint="The class stands before the latent in your code. It comes behind.",
    ),
    Mistake(
        "cgan_inputs/added",
        old=GEN,
        new="return torch.cat([z, y[:, None].to(z.dtype)], dim=1)",
        hint="You append the number of the class. As a number, class 3 would be three times class 1; a one-hot vector has "
        "no such order.",
    ),
    Mistake(
        "cgan_inputs/axis",
        old=GEN,
        new="hot = F.one_hot(y.long(), C).to(z.dtype)\n    width = max(hot.shape[1], z.shape[1])\n"
        "    return torch.cat([F.pad(z, (0, width - z.shape[1])), F.pad(hot, (0, width - hot.shape[1]))], dim=0)",
        hint="Classes are appended as further samples. They belong to the samples, along axis 1.",
    ),
    Mistake(
        "cgan_inputs/float32",
        old=GEN,
        new="return torch.cat([z.float(), F.one_hot(y.long(), C).float()], dim=1)",
        hint="Your result is float32 whatever the latent is. It has the latent's dtype.",
    ),
    Mistake(
        "cgan_inputs/transposed-map",
        old=MAPS,
        new="maps = E[y].reshape(n, 1, width, height).transpose(2, 3)",
        hint="The map of a class is laid out column by column. A row of the table is filled in row by row.",
    ),
    Mistake(
        "cgan_inputs/batch-shared",
        old=MAPS,
        new="maps = E[y[0]].reshape(1, 1, height, width).expand(n, 1, height, width)",
        hint="All images get the map of the first one's class. Each has a class of its own.",
    ),
    Mistake(
        "cgan_inputs/channel-first",
        old=STACK,
        new="return torch.cat([maps, x], dim=1)",
        hint="The class is the first channel in your code. It comes behind those of the image.",
    ),
    Mistake(
        "cgan_inputs/detached",
        old=MAPS,
        new="maps = E[y].detach().reshape(n, 1, height, width)",
        hint="No gradient reaches the table, so its maps never learn.",
    ),
    Mistake(
        "cgan_inputs/added-to-image",
        old=STACK,
        new="return torch.cat([x[:, :1] + maps, x], dim=1)",
        hint="The map is mixed with the image. It is a channel of its own.",
    ),
    Mistake(
        "cgan_d_loss/unpaired",
        old=ASKED,
        new="real_logits, fake_logits = D(x_real, y), D(x_fake, y[::-1])",
        hint="The fakes are judged with classes in another order. Row n was generated for class y_n.",
    ),
    Mistake(
        "cgan_d_loss/label-dropped",
        old=ASKED,
        new="real_logits, fake_logits = D(x_real, y), D(x_fake)",
        hint="You call D without the classes of the fakes. It needs both arguments, every time.",
    ),
    Mistake(
        "cgan_d_loss/zero-label",
        old=ASKED,
        new="real_logits, fake_logits = D(x_real, y), D(x_fake, np.zeros_like(y))",
        hint="The fakes are judged as if all of them were of class 0. A good fake of another class would be refused.",
    ),
    Mistake(
        "cgan_d_loss/joint-mean",
        old=LOSS,
        new="return np.mean(np.concatenate([np.logaddexp(0.0, -real_logits), np.logaddexp(0.0, fake_logits)]))",
        hint="One mean over all samples is half of the loss. Real samples and fakes have a mean each, and these are added.",
    ),
    Mistake(
        "cgan_d_loss/labels-swapped",
        old=LOSS,
        new="return np.mean(np.logaddexp(0.0, real_logits)) + np.mean(np.logaddexp(0.0, -fake_logits))",
        hint="Your discriminator learns to call fakes real. Real samples have label 1, fakes label 0.",
    ),
    Mistake(
        "cgan_d_loss/prob-then-log",
        old=LOSS,
        new="return -np.mean(np.log(1 / (1 + np.exp(-real_logits)))) - np.mean(np.log(1 - 1 / (1 + np.exp(-fake_logits))))",
        hint="You compute probabilities first and then their logarithms, which are infinite for large logits.",
    ),
    Mistake(
        "cgan_d_loss/real-only",
        old=LOSS,
        new="return np.mean(np.logaddexp(0.0, -real_logits))",
        hint="The fakes do not count in your loss.",
    ),
]
