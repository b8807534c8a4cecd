from autograder.suite import Mistake

MISTAKES = [
    Mistake(
        "lr_grid_search/test-selected",
        old="            if table[i, j] > best_score:\n"
        '                best, best_score, best_theta = {"name": name, "lr": lr}, table[i, j], theta',
        new="            if test_score(theta) > best_score:\n"
        '                best, best_score, best_theta = {"name": name, "lr": lr}, test_score(theta), theta',
        hint="You choose by the test score. What has been used for the choice cannot measure its result: choose by the "
        "validation score, and look at the test data once.",
    ),
    Mistake(
        "lr_grid_search/reused",
        old="    best, best_score, best_theta = {}, -np.inf, None\n",
        new="    best, best_score, best_theta, theta = {}, -np.inf, None, theta0\n",
        also=(("train(theta0, name, lr)", "train(theta, name, lr)"),),
        hint="Each run goes on where the run before it ended, so later ones have been trained for longer. Start each from "
        "theta0.",
    ),
    Mistake(
        "lr_grid_search/nan-best",
        old="if table[i, j] > best_score:",
        new="if not table[i, j] <= best_score:",
        hint="A run that diverged can win. Comparisons with nan are always False, and np.argmax takes nan for the greatest "
        "number.",
    ),
    Mistake(
        "lr_grid_search/transposed",
        old="    return best, table",
        new="    return best, table.reshape(len(names), len(rates)).T",
        hint="Your table has a row for each rate. Rows belong to the optimizers, columns to the rates.",
    ),
]
