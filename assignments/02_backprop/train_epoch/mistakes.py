from autograder.suite import Mistake

MISTAKES = [
    Mistake(
        "train_epoch/no-zero-grad",
        old="        optimizer.zero_grad()\n",
        new="",
        hint="Gradients of earlier batches are still there when a batch is done: backward adds to what it finds in .grad.",
    ),
    Mistake(
        "train_epoch/step-first",
        old="        loss.backward()\n        optimizer.step()\n",
        new="        optimizer.step()\n        loss.backward()\n",
        hint="The optimizer steps before the gradients of this batch exist. What it uses is empty, since you have just "
        "cleared it.",
    ),
    Mistake(
        "train_epoch/unweighted",
        old="        total += loss.item() * len(x)\n        rows += len(x)\n",
        new="        total += loss.item()\n        rows += 1\n",
        hint="You average the means of the batches. A smaller last batch then counts as much as a full one: every row "
        "should count the same.",
    ),
    Mistake(
        "train_epoch/eval-left",
        old="    model.train()\n",
        new="",
        hint="The model is trained in whatever mode it comes. After an evaluation that is evaluation mode, in which dropout is "
        "off and batch normalisation does not look at the batch.",
    ),
    Mistake(
        "train_epoch/per-epoch",
        old="        optimizer.zero_grad()\n        loss = loss_fn(model(x), y)\n"
        "        loss.backward()\n        optimizer.step()\n",
        new="        loss = loss_fn(model(x), y)\n        loss.backward()\n",
        also=(
            ("    total, rows = 0.0, 0\n", "    total, rows = 0.0, 0\n    optimizer.zero_grad()\n"),
            ("    return total / rows", "    optimizer.step()\n    return total / rows"),
        ),
        hint="You make a single step at the end, with the gradients of all batches added up. "
        "Each batch makes a step of its own.",
    ),
    Mistake(
        "train_epoch/tensor-kept",
        old="loss.item() * len(x)",
        new="loss * len(x)",
        hint="The mean loss you return is a tensor with the graphs of all batches hanging on it. "
        "Take the number out of each loss.",
    ),
    Mistake(
        "train_epoch/afterwards",
        old="        total += loss.item() * len(x)\n",
        new="        total += loss_fn(model(x), y).item() * len(x)\n",
        hint="You measure each batch's loss again after its step. The loss to report is the one the step was made with.",
    ),
]
