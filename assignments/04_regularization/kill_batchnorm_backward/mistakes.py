from autograder.suite import Mistake

LOOP = "for argument, gradient in zip(arguments, gradients):"
COMPARED = "if gradient.shape != argument.shape or abs(sum(slopes) - (gradient * direction).sum()) > 1e-6:"

MISTAKES = [
    Mistake(
        "kill_batchnorm_backward/dx-only",
        old=LOOP,
        new="for argument, gradient in zip(arguments[:1], gradients[:1]):",
        hint="Your test looks at dx only. The parameters have gradients, too, and those can be wrong while dx is right.",
    ),
    Mistake(
        "kill_batchnorm_backward/parameters-only",
        old=LOOP,
        new="for argument, gradient in zip(arguments[1:], gradients[1:]):",
        hint="Your test looks at the gradients of gamma and beta only. The hard part of this backward is dx.",
    ),
    Mistake(
        "kill_batchnorm_backward/sums-only",
        old=LOOP,
        new="if abs(gradients[0].sum(axis=0)).max() > 1e-9:\n        return False\n    "
        "for argument, gradient in zip(arguments[2:], gradients[2:]):",
        hint="Your test asks whether the columns of dx sum to zero. That is true, and it notices a missing mean; it "
        "says nothing "
        "about the path through the variance.",
    ),
    Mistake(
        "kill_batchnorm_backward/too-exact",
        old="> 1e-6:",
        new="> 1e-14:",
        hint="Your tolerance is smaller than what differences of floating-point numbers can give: right "
        "implementations are refused.",
    ),
    Mistake(
        "kill_batchnorm_backward/too-generous",
        old="> 1e-6:",
        new="> 1e6:",
        hint="Your tolerance is so generous that nothing is refused. How far off are right gradients at most?",
    ),
]
