from autograder.suite import Mistake

FACTORS = "depth, width, resolution = alpha**phi, beta**phi, gamma**phi"
COST = "depth * width**2 * resolution**2"

MISTAKES = [
    Mistake(
        "compound_scaling/linear",
        old=FACTORS,
        new="depth, width, resolution = alpha * phi, beta * phi, gamma * phi",
        hint="You multiply by phi. It is an exponent: at phi = 0 nothing grows, so all factors are 1.",
    ),
    Mistake(
        "compound_scaling/no-squares",
        old=COST,
        new="depth * width * resolution",
        hint="Width and resolution enter the cost squared: a kernel has channels on both sides, and an image has two axes.",
    ),
    Mistake(
        "compound_scaling/depth-squared",
        old=COST,
        new="depth**2 * width * resolution**2",
        hint="Depth enters the cost squared, and width does not. Twice as many layers cost twice as much; twice as many "
        "channels cost four times as much.",
    ),
    Mistake(
        "compound_scaling/two-power",
        old=COST,
        new="2.0**phi",
        hint="You return 2^phi. The three factors of the paper were chosen so that the cost roughly doubles; others do not do "
        "that.",
    ),
    Mistake(
        "compound_scaling/phi-inverted",
        old="return math.log(budget) / growth",
        new="return growth / math.log(budget)",
        hint="Your phi is upside down: a greater budget must allow a greater phi.",
    ),
    Mistake(
        "compound_scaling/phi-from-depth",
        old="alpha, beta, gamma)[3])",
        new="alpha, beta, gamma)[0])",
        hint="Your phi uses up the budget with the depth alone. Width and resolution grow at the same time.",
    ),
]
