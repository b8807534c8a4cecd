from autograder.suite import Mistake

STEP = "slope = slope * df(z)\n        z = f(z)"

MISTAKES = [
    Mistake(
        "chain_rule_scalar/all-at-x",
        old="df(z)",
        new="df(x)",
        hint="You take every derivative at x. The second function never sees x: its derivative belongs at what the first "
        "one returned.",
    ),
    Mistake(
        "chain_rule_scalar/at-output",
        old=STEP,
        new="z = f(z)\n        slope = slope * df(z)",
        hint="You take each derivative at the output of its function. It belongs at the function's input, so it has to be "
        "taken before z moves on.",
    ),
    Mistake(
        "chain_rule_scalar/reversed",
        old="zip(fs, dfs)",
        new="zip(reversed(fs), reversed(dfs))",
        hint="You apply the functions from the last to the first. The list is in the order of application: x goes into "
        "the first.",
    ),
    Mistake(
        "chain_rule_scalar/summed",
        old="z, slope = x, 1.0",
        new="z, slope = x, 0.0",
        also=(("slope = slope * df(z)", "slope = slope + df(z)"),),
        hint="You add the derivatives of the functions. A link that doubles and one that triples make six times as much: "
        "along a chain, slopes multiply.",
    ),
    Mistake(
        "chain_rule_jacobians/forward-order",
        old="product = jacobian @ product",
        new="product = product @ jacobian",
        hint="You multiply the Jacobians in the order J_1 J_2 ... . A vector meets the rightmost matrix first, and it has "
        "to pass through J_1 first.",
    ),
    Mistake(
        "chain_rule_jacobians/transposed",
        old="return product",
        new="return product.T",
        hint="Your Jacobian is transposed: outputs are rows, so it has as many rows as the last map has outputs.",
    ),
    Mistake(
        "chain_rule_jacobians/hadamard",
        old="product = jacobian @ product",
        new="product = jacobian * product",
        hint="You multiply the Jacobians entry by entry. An output depends on an input through all of the numbers in "
        "between, so a sum over these is needed: a matrix product.",
    ),
    Mistake(
        "chain_rule_jacobians/last-dropped",
        old="jacobians[1:]",
        new="jacobians[1:-1]",
        hint="The last Jacobian is missing from your product. How many factors does a chain of L maps have?",
    ),
    Mistake(
        "chain_rule_jacobians/vjp-untransposed",
        old='np.einsum("rmn,rm->rn", jacobian, dout)',
        new="(jacobian @ dout[:, :, None])[:, :, 0]",
        hint="You multiply with the Jacobian itself. That takes a change of the inputs forward; on the way back a "
        "gradient of the outputs meets the transposed matrix.",
    ),
    Mistake(
        "chain_rule_jacobians/vjp-diagonal",
        old='np.einsum("rmn,rm->rn", jacobian, dout)',
        new='np.einsum("rmn,rm->rn", jacobian * np.eye(*jacobian.shape[1:]), dout)',
        hint="You use only the diagonal of each Jacobian. For a function like softmax every output depends on every "
        "input, and the entries off the diagonal say how.",
    ),
    Mistake(
        "chain_rule_jacobians/vjp-batch-summed",
        old='np.einsum("rmn,rm->rn", jacobian, dout)',
        new="dout @ jacobian.sum(axis=0)",
        hint="You use one matrix, summed over the batch, for all samples. Each sample has a Jacobian of its own.",
    ),
    Mistake(
        "chain_rule_jacobians/vjp-hadamard",
        old='np.einsum("rmn,rm->rn", jacobian, dout)',
        new="dout * np.diagonal(jacobian, axis1=1, axis2=2)",
        hint="You multiply dout entry by entry with the diagonal. That is enough for an elementwise function only, and "
        "needs as many outputs as inputs; in general dx[r] is a matrix times a vector.",
    ),
    Mistake(
        "fanout_backward/last-only",
        old="dx = dx + jacobian.T @ dout",
        new="dx = jacobian.T @ dout",
        hint="Each consumer overwrites what the one before sent back, so only the last counts. "
        "The others change the loss as well.",
    ),
    Mistake(
        "fanout_backward/averaged",
        old="return dx",
        new="return dx / len(jacobians)",
        hint="You average over the consumers. Their effects on the loss add up: two consumers that do the same move the "
        "loss twice as much as one.",
    ),
    Mistake(
        "fanout_backward/untransposed",
        old="jacobian.T @ dout",
        new="jacobian @ dout",
        hint="The Jacobians are not transposed. J has a column for each entry of x; to get a gradient for x from one "
        "of the outputs it must be read the other way round.",
    ),
    Mistake(
        "fanout_backward/multiplied",
        old="dx = np.zeros(jacobians[0].shape[1])",
        new="dx = np.ones(jacobians[0].shape[1])",
        also=(("dx = dx + jacobian.T @ dout", "dx = dx * (jacobian.T @ dout)"),),
        hint="You multiply what the consumers send back. Factors belong to one path; these are different paths, and "
        "what arrives on one does not scale what arrives on another.",
    ),
]
