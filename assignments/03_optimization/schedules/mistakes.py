from autograder.suite import Mistake

EXPONENT = "exponent = t / period if smooth else t // period"
VALID = "return a / n**p, 0.5 < p <= 1"
COSINE = "return lr_min + 0.5 * (lr_max - lr_min) * (1 + math.cos(math.pi * done))"
DONE = "done = min(t / T, 1.0)"
WARM = "    if t < T_w:\n        return lr_max * t / T_w\n"
AFTER = "return cosine_annealing(t - T_w, T - T_w, lr_max, lr_min)"
PASSED = "passed = sum(epoch >= milestone for milestone in milestones)"

MISTAKES = [
    Mistake(
        "step_decay/rounded",
        old=EXPONENT,
        new="exponent = t / period if smooth else round(t / period)",
        hint="step_decay rounds t / period, so it cuts half a period too early. Only periods that are over count.",
    ),
    Mistake(
        "step_decay/shifted",
        old=EXPONENT,
        new="exponent = (t + 1) / period if smooth else (t + 1) // period",
        hint="step_decay cuts one step too early: t counts from 0, and at t = 0 nothing has passed.",
    ),
    Mistake(
        "step_decay/linear",
        old="return lr0 * gamma**exponent",
        new="return lr0 * gamma * exponent",
        hint="step_decay multiplies by the number of cuts. Each cut multiplies the rate by gamma: that is a power.",
    ),
    Mistake(
        "step_decay/continuous",
        old=EXPONENT,
        new="exponent = t / period",
        hint="step_decay decays at every step, whether smooth is asked for or not.",
    ),
    Mistake(
        "step_decay/from-zero",
        old="    if n < 1:\n",
        new="    n = n + 1\n    if n < 1:\n",
        hint="power_decay_lr counts from 0: your first rate is the second one. The first step has the number 1 and the rate a.",
    ),
    Mistake(
        "step_decay/sqrt-valid",
        old=VALID,
        new="return a / n**p, 0.5 <= p <= 1",
        hint="power_decay_lr calls p = 1/2 valid. The squares are then 1 / n, and their sum is infinite: the noise does "
        "not die out.",
    ),
    Mistake(
        "step_decay/multiplied",
        old=VALID,
        new="return a * n**p, 0.5 < p <= 1",
        hint="The rate of power_decay_lr grows with n. It is divided by the power.",
    ),
    Mistake(
        "step_decay/inverse-test",
        old=VALID,
        new="return a / n**p, p <= 0.5 or p > 1",
        hint="power_decay_lr has the two conditions exchanged: the sum of the rates has to be infinite, that of their "
        "squares finite.",
    ),
    Mistake(
        "warmup_cosine/degrees",
        old="math.cos(math.pi * done)",
        new="math.cos(math.radians(math.pi * done))",
        hint="The cosine gets degrees, so the rate hardly moves. math.cos and np.cos take radians: half a wave is pi.",
    ),
    Mistake(
        "warmup_cosine/no-min",
        old=COSINE,
        new="return 0.5 * lr_max * (1 + math.cos(math.pi * done))",
        hint="lr_min is ignored: your cosine goes down to 0. It swings between lr_min and lr_max.",
    ),
    Mistake(
        "warmup_cosine/t-minus",
        old=DONE,
        new="done = min(t / (T - 1), 1.0)",
        hint="Your cosine is at its end one step too early. lr_min is reached at t = T, so divide by T.",
    ),
    Mistake(
        "warmup_cosine/half-missing",
        old=COSINE,
        new="return lr_min + (lr_max - lr_min) * (1 + math.cos(math.pi * done))",
        hint="Your cosine starts near twice lr_max: 1 + cos runs from 2 to 0, so half of it is needed.",
    ),
    Mistake(
        "warmup_cosine/restart",
        old=DONE,
        new="done = t / T",
        hint="After its end your rate rises again with the cosine. From there on it stays at lr_min.",
    ),
    Mistake(
        "warmup_cosine/full-cosine",
        old=AFTER,
        new="return cosine_annealing(t, T, lr_max, lr_min)",
        hint="After the warm-up your cosine is in the middle of its wave already. It starts when the warm-up is over, so "
        "count from there.",
    ),
    Mistake(
        "warmup_cosine/jump",
        old=WARM,
        new="    if t < T_w + 1:\n        return lr_max * t / (T_w + 1)\n",
        hint="Your warm-up takes one step too many. The peak is at t = T_w.",
    ),
    Mistake(
        "warmup_cosine/constant",
        old=WARM,
        new="    if t < T_w:\n        return lr_max\n",
        hint="There is no warm-up: the rate is at its peak from the start.",
    ),
    Mistake(
        "warmup_cosine/min-start",
        old="return lr_max * t / T_w",
        new="return lr_min + (lr_max - lr_min) * t / T_w",
        hint="Your warm-up starts at lr_min. It starts at 0; lr_min is for the end.",
    ),
    Mistake(
        "warmup_cosine/beyond",
        old=AFTER,
        new="return lr_min + 0.5 * (lr_max - lr_min) * (1 + math.cos(math.pi * (t - T_w) / (T - T_w)))",
        hint="warmup_cosine rises again after T. From T on it stays at lr_min.",
    ),
    Mistake(
        "onecycle_lr/linear-warmup",
        old="return cosine_annealing(peak - t, peak, lr_max, first)",
        new="return first + (lr_max - first) * t / peak",
        hint="Your rate rises along a straight line. The rise is a cosine as well, like the fall.",
    ),
    Mistake(
        "onecycle_lr/off-by-one",
        old="peak = pct * total - 1",
        new="peak = pct * total",
        hint="Your peak comes one step too late. Steps count from 0, so the rise of pct * total steps ends at pct * total - 1.",
    ),
    Mistake(
        "onecycle_lr/final-from-max",
        old="first, last = lr_max / div, lr_max / (div * final_div)",
        new="first, last = lr_max / div, lr_max / final_div",
        hint="Your last rate is too large. final_div is counted from the first rate, not from the peak.",
    ),
    Mistake(
        "onecycle_lr/symmetric",
        old="first, last = lr_max / div, lr_max / (div * final_div)",
        new="first, last = lr_max / div, lr_max / div",
        hint="Your cycle ends at the rate it began with. It ends far below it: that is where the last gains are made.",
    ),
    Mistake(
        "batch_size_schedule/floor",
        old="math.ceil(n / int(size))",
        new="n // int(size)",
        hint="You leave out the last batch of an epoch if it is not full. It is an update as well.",
    ),
    Mistake(
        "batch_size_schedule/cap-ignored",
        old="min(b0 * factor**passed, cap)",
        new="b0 * factor**passed",
        hint="Your batches grow beyond the cap.",
    ),
    Mistake(
        "batch_size_schedule/late",
        old="epoch >= milestone",
        new="epoch > milestone",
        hint="Your batches grow one epoch too late. The epoch of the milestone has the larger size already.",
    ),
    Mistake(
        "batch_size_schedule/compounding",
        old=PASSED,
        new="passed = max(0, epoch - min(milestones, default=epochs) + 1)",
        hint="After the first milestone your batches grow in every epoch. They grow at milestones only.",
    ),
]
