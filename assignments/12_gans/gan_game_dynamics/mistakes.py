from autograder.suite import Mistake

PSI = "new_psi = psi + eta * theta  # dV/dpsi = theta"
SEEN = 'seen = new_psi if mode == "alternating" else psi'
MOVE = "theta, psi = theta - eta * seen, new_psi  # dV/dtheta = psi"

MISTAKES = [
    Mistake(
        "gan_game_dynamics/both-descend",
        old=PSI,
        new="new_psi = psi - eta * theta",
        hint="Both of your players go downhill. psi wants V to be large.",
    ),
    Mistake(
        "gan_game_dynamics/mixed",
        old=SEEN,
        new="seen = new_psi",
        hint='In mode "simultaneous" theta already uses the new psi. Both move from where they were: compute both moves '
        "before you make one.",
    ),
    Mistake(
        "gan_game_dynamics/never-new",
        old=SEEN,
        new="seen = psi",
        hint='In mode "alternating" theta still uses the old psi.',
    ),
    Mistake(
        "gan_game_dynamics/theta-first",
        old=PSI,
        new='if mode == "alternating":\n            theta = theta - eta * psi\n            psi = psi + eta * theta\n'
        "            trajectory[t + 1] = theta, psi\n            continue\n        new_psi = psi + eta * theta",
        hint="In your alternation theta moves first. The discriminator does.",
    ),
    Mistake(
        "gan_game_dynamics/exchanged-columns",
        old="trajectory[t + 1] = theta, psi",
        new="trajectory[t + 1] = psi, theta",
        hint="The columns are exchanged after the first row: theta comes first.",
    ),
    Mistake(
        "gan_game_dynamics/roles",
        old=PSI,
        new="new_psi = psi - eta * theta",
        also=((MOVE, "theta, psi = theta + eta * seen, new_psi"),),
        hint="The players have exchanged their roles: theta minimises V, psi maximises it.",
    ),
    Mistake(
        "gan_game_dynamics/gradient-of-itself",
        old=PSI,
        new="new_psi = psi + eta * psi",
        also=((MOVE, "theta, psi = theta - eta * theta, new_psi"),),
        hint="Each player moves by its own place. The slope of theta * psi with respect to one is the OTHER one.",
    ),
    Mistake(
        "gan_game_dynamics/half-steps",
        old=PSI,
        new='new_psi = psi + eta * theta\n        if mode == "alternating" and t % 2:\n            theta -= eta * psi\n'
        '            trajectory[t + 1] = theta, psi\n            continue\n        if mode == "alternating":\n'
        "            psi = new_psi\n            trajectory[t + 1] = theta, psi\n            continue",
        hint="In your alternation only one player moves in a step. In each step both move once, one after the other.",
    ),
]
