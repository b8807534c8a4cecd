from autograder.suite import Mistake

ADAGRAD = "    theta = theta - lr * g / (np.sqrt(r) + eps)"
RMSPROP = "    theta = theta - lr * g / (np.sqrt(s) + eps)"
MOVE = "    move = np.sqrt(u + eps) / np.sqrt(v + eps) * g\n    u = rho * u + (1 - rho) * move**2"

MISTAKES = [
    Mistake(
        "rmsprop_step/adagrad-no-root",
        old=ADAGRAD,
        new="    theta = theta - lr * g / (r + eps)",
        hint="Adagrad divides by the root of the sum of squares. Without the root, a gradient twice as large makes a step "
        "half as long.",
    ),
    Mistake(
        "rmsprop_step/adagrad-ema",
        old="    r = r + g**2",
        new="    r = 0.9 * r + 0.1 * g**2",
        hint="Your Adagrad forgets old gradients. It adds all squares up; forgetting came with RMSProp.",
    ),
    Mistake(
        "rmsprop_step/adagrad-old-r",
        old="    r = r + g**2\n" + ADAGRAD,
        new="    theta = theta - lr * g / (np.sqrt(r) + eps)\n    r = r + g**2",
        hint="Your Adagrad divides by the sum from before the step. At the first step that is 0, and the step explodes.",
    ),
    Mistake(
        "rmsprop_step/adagrad-eps-inside",
        old=ADAGRAD,
        new="    theta = theta - lr * g / np.sqrt(r + eps)",
        hint="In your Adagrad eps stands under the root. It is added after the root has been taken.",
    ),
    Mistake(
        "rmsprop_step/adagrad-norm",
        old="    r = r + g**2",
        new="    r = r + np.sum(g**2)",
        hint="Your Adagrad keeps one number for all parameters. Each parameter has a sum of its own: that is the point of it.",
    ),
    Mistake(
        "rmsprop_step/eps-inside",
        old=RMSPROP,
        new="    theta = theta - lr * g / np.sqrt(s + eps)",
        hint="In your RMSProp eps stands under the root. There 1e-8 acts like 1e-4, and small gradients hardly move anything.",
    ),
    Mistake(
        "rmsprop_step/summed",
        old="    s = beta * s + (1 - beta) * g**2",
        new="    s = s + g**2",
        hint="Your RMSProp adds the squares up. That is Adagrad; here they are averaged, and old ones are forgotten.",
    ),
    Mistake(
        "rmsprop_step/corrected",
        old=RMSPROP,
        new="    theta = theta - lr * g / (np.sqrt(s / (1 - beta)) + eps)",
        hint="Your RMSProp divides s by 1 - beta before the root. A correction of the start at 0 came with Adam; RMSProp "
        "has none.",
    ),
    Mistake(
        "rmsprop_step/centred",
        old=RMSPROP,
        new="    theta = theta - lr * g / (np.sqrt(np.abs(s - ((1 - beta) * g) ** 2)) + eps)",
        hint="You subtract a squared mean, so that s becomes a variance. RMSProp divides by the root of the second moment "
        "itself.",
    ),
    Mistake(
        "rmsprop_step/beta-swapped",
        old="    s = beta * s + (1 - beta) * g**2",
        new="    s = (1 - beta) * s + beta * g**2",
        hint="beta and 1 - beta are exchanged in your RMSProp. beta is the share of the old average that stays, and is near 1.",
    ),
    Mistake(
        "adadelta_step/u-first",
        old=MOVE,
        new="    new_u = rho * u + (1 - rho) * (np.sqrt(u + eps) / np.sqrt(v + eps) * g) ** 2\n"
        "    u = new_u\n    move = np.sqrt(u + eps) / np.sqrt(v + eps) * g",
        hint="You update u before you use it. The move is made with the u of the moves before it.",
    ),
    Mistake(
        "adadelta_step/eps-missing",
        old="np.sqrt(u + eps)",
        new="np.sqrt(u)",
        hint="Without eps in the upper root nothing ever moves: u starts at 0 and stays there.",
    ),
    Mistake(
        "adadelta_step/ratio-inverted",
        old="np.sqrt(u + eps) / np.sqrt(v + eps)",
        new="np.sqrt(v + eps) / np.sqrt(u + eps)",
        hint="The two roots are exchanged. Large gradients should make the rate smaller, so their root stands below.",
    ),
    Mistake(
        "adadelta_step/with-lr",
        old="    theta = theta - move",
        new="    theta = theta - 0.001 * move",
        hint="You multiply the move by a learning rate. Adadelta has none.",
    ),
]
