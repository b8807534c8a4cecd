from autograder.suite import Mistake

KEPT = "kept = alpha_bar[i].reshape(-1, *[1] * (x0.dim() - 1))"
NOISED = "x_i = torch.sqrt(kept) * x0 + torch.sqrt(1 - kept) * noise"
LOSS = "return ((noise - model(x_i, i)) ** 2).mean()"

MISTAKES = [
    Mistake(
        "ddpm_simple_loss/predicts-x0",
        old=LOSS,
        new="return ((x0 - model(x_i, i)) ** 2).mean()",
        hint="You compare the model's answer with the clean data. This model answers with the noise.",
    ),
    Mistake(
        "ddpm_simple_loss/fresh-noise",
        old=LOSS,
        new="return ((torch.randn_like(noise) - model(x_i, i)) ** 2).mean()",
        hint="The target is drawn again. Nobody can guess noise that is not in the input: compare with the noise that x_i was "
        "made of.",
    ),
    Mistake(
        "ddpm_simple_loss/sum-dims",
        old=LOSS,
        new="return ((noise - model(x_i, i)) ** 2).flatten(1).sum(dim=1).mean()",
        hint="You add up over the dimensions of a sample. Here the loss is a mean over all elements, so that a model that says "
        "0 scores about 1, whatever the size of the images.",
    ),
    Mistake(
        "ddpm_simple_loss/wrong-i",
        old=LOSS,
        new="return ((noise - model(x_i, i + 1)) ** 2).mean()",
        hint="The model is told another step than the one its input was noised to. Both count from 0.",
    ),
    Mistake(
        "ddpm_simple_loss/clean-input",
        old=LOSS,
        new="return ((noise - model(x0, i)) ** 2).mean()",
        hint="The model gets the clean data to look at. There is no noise in it to be guessed.",
    ),
    Mistake(
        "ddpm_simple_loss/no-root",
        old=NOISED,
        new="x_i = kept * x0 + (1 - kept) * noise",
        hint="The roots are missing where x_i is made: alpha_bar and 1 - alpha_bar are shares of the variance.",
    ),
    Mistake(
        "ddpm_simple_loss/one-step-for-all",
        old=KEPT,
        new="kept = alpha_bar[i[0]]",
        hint="The whole batch is noised to the step of its first sample. Every sample has a step of its own.",
    ),
    Mistake(
        "ddpm_simple_loss/detached",
        old=LOSS,
        new="return ((noise - model(x_i, i).detach()) ** 2).mean()",
        hint="The model's answer is cut off from the graph, so nothing can be learned from this loss.",
    ),
    Mistake(
        "ddpm_simple_loss/sum",
        old=LOSS,
        new="return ((noise - model(x_i, i)) ** 2).sum()",
        hint="You add up over all elements. The loss is their mean: it must not grow with the batch or the images.",
    ),
    Mistake(
        "ddpm_simple_loss/absolute",
        old=LOSS,
        new="return (noise - model(x_i, i)).abs().mean()",
        hint="You take absolute errors. Their best guess is a median; the loss asks for squared errors, whose best guess is "
        "the mean.",
    ),
]
