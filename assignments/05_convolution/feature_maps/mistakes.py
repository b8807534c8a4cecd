from autograder.suite import Mistake

SCALED = "axes = tuple(range(2, maps.ndim)) or (1,)"

MISTAKES = [
    Mistake(
        "feature_maps/hooks-left",
        old="        for hook in hooks:\n            hook.remove()\n",
        new="        pass\n",
        hint="Your hooks stay on the model. Every later forward pass still calls them: remove them, also if the pass fails.",
    ),
    Mistake(
        "feature_maps/global-scale",
        old=SCALED,
        new="axes = tuple(range(maps.ndim))",
        hint="All maps of a layer are scaled by one minimum and one maximum. Then a quiet map looks empty; scale each by its "
        "own.",
    ),
    Mistake(
        "feature_maps/view-kept",
        old="caught[name] = result.detach().clone()",
        new="caught[name] = result.detach()",
        hint="You keep the layer's own tensor. A ReLU that works in place overwrites it before you look: keep a copy.",
    ),
    Mistake(
        "feature_maps/batch-lost",
        old="result[name] = (maps - low) / spread",
        new="result[name] = ((maps - low) / spread)[:1]",
        hint="Only the first sample is returned. The maps of all samples are asked for.",
    ),
    Mistake(
        "feature_maps/divided-by-zero",
        old="spread = np.where(high > low, high - low, 1)",
        new="spread = high - low",
        hint="A map with a single value is divided by 0. It should become 0.",
    ),
    Mistake(
        "feature_maps/eval-kept",
        old="            model(x)\n",
        new="            model.eval()(x)\n",
        hint="Your function leaves the model in evaluation mode. It should be in the mode in which it came.",
    ),
    Mistake(
        "feature_maps/by-channel",
        old=SCALED,
        new="axes = (0, *range(2, maps.ndim))",
        hint="The samples of a batch share their extremes. Each of them has maps of its own.",
    ),
    Mistake(
        "feature_maps/inputs",
        old="caught[name] = result.detach().clone()",
        new="caught[name] = inputs[0].detach().clone()",
        hint="You keep what the layers are handed. What they return is asked for.",
    ),
]
