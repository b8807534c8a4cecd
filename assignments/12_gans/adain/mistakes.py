from autograder.suite import Mistake

MEANS = "mu_x, mu_y = (image.mean(axis=(2, 3), keepdims=True) for image in (x, y))"
SIGMAS = "sigma_x, sigma_y = (np.sqrt(image.var(axis=(2, 3), keepdims=True) + eps) for image in (x, y))"
RESULT = "return sigma_y * (x - mu_x) / sigma_x + mu_y"

MISTAKES = [
    Mistake(
        "adain/batch-stats",
        old=MEANS,
        new="mu_x, mu_y = (image.mean(axis=(0, 2, 3), keepdims=True) for image in (x, y))",
        also=((SIGMAS, "sigma_x, sigma_y = (np.sqrt(image.var(axis=(0, 2, 3), keepdims=True) + eps) for image in (x, y))"),),
        hint="Your statistics are those of the whole batch. Each sample has its own.",
    ),
    Mistake(
        "adain/layer-stats",
        old=MEANS,
        new="mu_x, mu_y = (image.mean(axis=(1, 2, 3), keepdims=True) for image in (x, y))",
        also=((SIGMAS, "sigma_x, sigma_y = (np.sqrt(image.var(axis=(1, 2, 3), keepdims=True) + eps) for image in (x, y))"),),
        hint="Your statistics run over all channels. Each channel has its own.",
    ),
    Mistake(
        "adain/swapped",
        old=RESULT,
        new="return sigma_x * (y - mu_y) / sigma_y + mu_x if x.shape == y.shape else 0 * x",
        hint="Content and style are exchanged: what comes out is y with the statistics of x.",
    ),
    Mistake(
        "adain/no-shift",
        old=RESULT,
        new="return sigma_y * (x - mu_x) / sigma_x",
        hint="The mean of the style is missing.",
    ),
    Mistake(
        "adain/no-scale",
        old=RESULT,
        new="return (x - mu_x) / sigma_x + mu_y",
        hint="The spread of the style is missing.",
    ),
    Mistake(
        "adain/unbiased",
        old=SIGMAS,
        new="sigma_x, sigma_y = (np.sqrt(image.var(axis=(2, 3), ddof=1, keepdims=True) + eps) for image in (x, y))",
        hint="Your variance divides by one less than the number of pixels.",
    ),
    Mistake(
        "adain/eps-outside",
        old=SIGMAS,
        new="sigma_x, sigma_y = (image.std(axis=(2, 3), keepdims=True) + eps for image in (x, y))",
        hint="eps is added to the standard deviation. It belongs to the variance, under the root.",
    ),
    Mistake(
        "adain/eps-one-side",
        old=RESULT,
        new="return np.sqrt(sigma_y**2 - eps) * (x - mu_x) / sigma_x + mu_y",
        hint="eps is used for the content only. With it on both sides an image in its own style is exactly what it was.",
    ),
]
