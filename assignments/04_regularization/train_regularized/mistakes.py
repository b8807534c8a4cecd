from autograder.suite import Mistake

MISTAKES = [
    Mistake(
        "train_regularized/clip-late",
        old="    nn.utils.clip_grad_norm_(model.parameters(), max_norm)\n    optimizer.step()",
        new="    optimizer.step()\n    nn.utils.clip_grad_norm_(model.parameters(), max_norm)",
        hint="The gradient is clipped after the optimizer has used it, so it limits nothing. Clip between backward and step.",
    ),
    Mistake(
        "train_regularized/batch-scheduler",
        old="            losses.append(training_step(model, optimizer, x[rows], y[rows]))\n        scheduler.step()",
        new="            losses.append(training_step(model, optimizer, x[rows], y[rows]))\n            scheduler.step()",
        hint="The schedule advances with every batch. It is laid out for `epochs` steps, so its cosine is run through many "
        "times: advance it once an epoch.",
    ),
    Mistake(
        "train_regularized/train-stop",
        old='        if history["val_loss"][-1] < best:\n            best, waited = history["val_loss"][-1], 0',
        new='        if history["train_loss"][-1] < best:\n            best, waited = history["train_loss"][-1], 0',
        hint="You stop, and choose the weights, by the training loss. It goes on falling while the net overfits; only rows "
        "that are not trained on can tell when to stop.",
    ),
    Mistake(
        "train_regularized/test-stop",
        old='history["val_loss"].append(evaluate(model, tensors["x_val"], tensors["y_val"])[0])',
        new='history["val_loss"].append(evaluate(model, tensors["x_test"], tensors["y_test"])[0])',
        hint="The test rows decide when to stop. What has been used for a choice cannot measure its result: take the "
        "validation rows, and look at the test rows once, at the end.",
    ),
    Mistake(
        "train_regularized/transposed",
        old='return {"table": table}',
        new='return {"table": table.T}',
        hint="Your table has a row for each weight decay. Rows belong to the dropout rates, columns to the decays.",
    ),
    Mistake(
        "train_regularized/smoothed-eval",
        old="loss = F.cross_entropy(logits, y)",
        new="loss = F.cross_entropy(logits, y, label_smoothing=0.1)",
        hint="Your evaluation reports the smoothed loss, which punishes a net for being sure and right. Smoothing belongs "
        "to training; report the plain cross-entropy.",
    ),
    Mistake(
        "train_regularized/no-zero-grad",
        old="    optimizer.zero_grad()\n",
        new="",
        hint="Gradients of earlier batches are still in the .grad fields: backward adds to what it finds there.",
    ),
    Mistake(
        "train_regularized/stays-in-eval",
        old="    model.train()\n",
        new="",
        hint="After the first evaluation your model stays in evaluation mode: from then on it trains without dropout and "
        "with frozen batch statistics.",
    ),
    Mistake(
        "train_regularized/last-weights",
        old="state = copy.deepcopy(model.state_dict())",
        new="state = model.state_dict()",
        hint="What you remember are not the best weights but references to the current ones, which go on changing with "
        "training. Keep a copy.",
    ),
    Mistake(
        "train_regularized/unpaired",
        old="losses.append(training_step(model, optimizer, x[rows], y[rows]))",
        new="losses.append(training_step(model, optimizer, x[rows], y[torch.randperm(len(y))[: len(rows)]]))",
        hint="Inputs and labels are shuffled apart: each image is taught with the label of another. Use one order for both.",
    ),
    Mistake(
        "train_regularized/seed-ignored",
        old="    torch.manual_seed(seed)\n",
        new="",
        hint="Two runs with the same seed differ. Set the seed before the net is made: its weights are already random.",
    ),
    Mistake(
        "train_regularized/test-of-last-epoch",
        old="    model.load_state_dict(state)\n    _, val_accuracy",
        new="    _, val_accuracy",
        hint="The accuracies you report are those of the last epoch, not of the weights you return: load the best ones first.",
    ),
    Mistake(
        "train_regularized/drop-last",
        old="        for rows in torch.randperm(len(x)).split(64):",
        new="        for rows in torch.randperm(len(x))[: len(x) // 64 * 64].split(64):",
        hint="The last, smaller batch of an epoch is left out. Its rows are training rows like the others, and an epoch takes "
        "them all.",
    ),
    Mistake(
        "train_regularized/no-shuffle",
        old="torch.randperm(len(x)).split(64)",
        new="torch.arange(len(x)).split(64)",
        hint="You take the rows in the order in which they come. Where they are sorted, a batch has one class only; an epoch "
        "takes them in a new random order.",
    ),
]
