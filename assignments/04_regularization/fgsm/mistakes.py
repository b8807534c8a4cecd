from autograder.suite import Mistake

ATTACK = "return np.clip(x + eps * np.sign(grad_x), lo, hi)"

MISTAKES = [
    Mistake(
        "fgsm_attack/descent",
        old=ATTACK,
        new=ATTACK.replace("x + eps", "x - eps"),
        hint="You step against the gradient, as in training, and make the input easier. An attack raises the loss.",
    ),
    Mistake(
        "fgsm_attack/raw-gradient",
        old=ATTACK,
        new=ATTACK.replace("np.sign(grad_x)", "grad_x"),
        hint="You add the gradient itself. Its size says little about how far an entry may move: each may move by eps, "
        "and the sign tells where to.",
    ),
    Mistake(
        "fgsm_attack/normalised",
        old=ATTACK,
        new=ATTACK.replace("np.sign(grad_x)", "grad_x / (np.linalg.norm(grad_x) + 1e-12)"),
        hint="You divide the gradient by its norm. That is the best step of a given length (2-norm); here the limit "
        "holds for each entry by itself, so each goes all the way.",
    ),
    Mistake(
        "fgsm_attack/no-clip",
        old=ATTACK,
        new="return x + eps * np.sign(grad_x)",
        hint="Some of your entries leave the valid range. A pixel brighter than white is no image any more: bring the "
        "result back between lo and hi.",
    ),
    Mistake(
        "fgsm_attack/theta-grad",
        old=ATTACK,
        new=ATTACK.replace("np.sign(grad_x)", "np.sign(x)"),
        hint="Your step follows the sign of x. That is what the gradient with respect to the weights of a linear "
        "layer looks like; the attack changes the input and needs the gradient with respect to it.",
    ),
    Mistake(
        "fgsm_attack/in-place",
        old=ATTACK,
        new="x += eps * np.sign(grad_x)\n    return np.clip(x, lo, hi)",
        hint="Your numbers are right, but x itself is overwritten: the clean input is lost, and a training step that "
        "needs both would see the attacked one twice.",
    ),
]
