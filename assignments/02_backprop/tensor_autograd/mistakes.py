from autograder.suite import Mistake

STACK = """        waiting = [(self, False)]  # a stack of our own; True: the parents are in the order already
        while waiting:
            node, parents_done = waiting.pop()
            if parents_done:
                order.append(node)
            elif node not in seen:
                seen.add(node)
                waiting.append((node, True))
                waiting += [(parent, False) for parent in node.parents]
"""

MISTAKES = [
    Mistake(
        "array_backward/order",
        old="da = dc @ np.swapaxes(b, -1, -2)",
        new="da = np.swapaxes(b, -1, -2) @ dc",
        hint="In da the factors stand in the wrong order. Write the shapes under them: the rows of da are the rows of dc.",
    ),
    Mistake(
        "array_backward/full-transpose",
        old="da = dc @ np.swapaxes(b, -1, -2)",
        new="da = dc @ b.T",
        also=(("db = np.swapaxes(a, -1, -2) @ dc", "db = a.T @ dc"),),
        hint="For matrices your product is right. With batch axes in front, .T turns them as well: only the last two axes "
        "are to be exchanged.",
    ),
    Mistake(
        "array_backward/batch-summed",
        old="return da, db",
        new="return da, db.sum(axis=tuple(range(db.ndim - 2)))",
        hint="You sum db over the batch axes. Each matrix of the stack b was used once, so each has a gradient of its own.",
    ),
    Mistake(
        "array_backward/swapped",
        old="return da, db",
        new="return db, da",
        hint="The two gradients are exchanged: da comes first.",
    ),
    Mistake(
        "array_backward/leading-only",
        old="return grad.sum(axis=stretched, keepdims=True)",
        new="return grad",
        hint="Axes that were added in front are summed, but not those that were stretched from length 1.",
    ),
    Mistake(
        "array_backward/stretched-only",
        old="    grad = grad.sum(axis=in_front)\n",
        new="    grad = grad[(0,) * len(in_front)]\n",
        hint="Of the axes that numpy added in front you keep one entry. All copies count: sum over these axes.",
    ),
    Mistake(
        "array_backward/averaged",
        old="grad = grad.sum(axis=in_front)",
        new="grad = grad.mean(axis=in_front)",
        also=(("return grad.sum(axis=stretched, keepdims=True)", "return grad.mean(axis=stretched, keepdims=True)"),),
        hint="You average over the copies. An entry that is used five times moves the loss five times: contributions add up.",
    ),
    Mistake(
        "array_backward/keepdims-lost",
        old="return grad.sum(axis=stretched, keepdims=True)",
        new="return grad.sum(axis=stretched)",
        hint="Axes of length 1 get lost in your result. It has the shape that was asked for, such axes included.",
    ),
    Mistake(
        "array_backward/mean-unscaled",
        old="share /= x.shape[axis]",
        new="share /= 1",
        hint="The gradient of a mean is as large as that of a sum in your function. One entry moves a mean of n numbers only a "
        "little: by how much?",
    ),
    Mistake(
        "array_backward/max-all-ties",
        old="""        first = np.expand_dims(x.argmax(axis), axis)
        share[...] = 0.0
        np.put_along_axis(share, first, 1.0, axis)""",
        new="        share[...] = x == x.max(axis=axis, keepdims=True)",
        hint="Where several entries are the maximum, all of them get the gradient. Here the first one gets it.",
    ),
    Mistake(
        "array_backward/no-expand",
        old="        dout = np.expand_dims(dout, axis)\n",
        new="        dout = np.reshape(dout, x.shape[:axis] + x.shape[axis + 1 :]) if axis != -1 else dout\n",
        hint="You multiply dout as it comes. The axis that was summed over is missing in it; unless it is put back, with "
        "length 1, numpy lines up the wrong axes.",
    ),
    Mistake(
        "array_backward/max-value",
        old="np.put_along_axis(share, first, 1.0, axis)",
        new="np.put_along_axis(share, first, x.max(axis=axis, keepdims=True), axis)",
        hint="The gradient of the maximum is multiplied by the maximum. Moving the greatest entry moves the result by as "
        "much: what is the slope?",
    ),
    Mistake(
        "tensor_autograd/no-unbroadcast",
        old="lambda d: (unbroadcast(d, a.shape), unbroadcast(d, b.shape))",
        new="lambda d: (d, d)",
        also=(
            (
                "lambda d: (unbroadcast(d * b, a.shape), unbroadcast(d * a, b.shape))",
                "lambda d: (d * b, d * a)",
            ),
        ),
        hint="An array that was broadcast gets a gradient in the shape of the result. Each gradient has the shape of its "
        "own array: copies of an entry are summed.",
    ),
    Mistake(
        "tensor_autograd/matmul-transposes",
        old="matmul_backward(d, (a, b))",
        new="(d @ b, a @ d)",
        hint="The transposes are missing in the backward of @. Write the shapes under the factors.",
    ),
    Mistake(
        "tensor_autograd/overwrite",
        old="delta[parent] = delta[parent] + part",
        new="delta[parent] = part",
        hint="A tensor that is used several times keeps only what one of its uses sends back. Contributions add up.",
    ),
    Mistake(
        "tensor_autograd/mean-unscaled",
        old='reduce_backward(d, x, "mean", axis, keepdims)',
        new='reduce_backward(d, x, "sum", axis, keepdims)',
        hint="The gradient of a mean is as large as that of a sum. One entry moves a mean of n numbers only by a share.",
    ),
    Mistake(
        "tensor_autograd/reshape-grad",
        old="lambda d: (d.reshape(before),)",
        new="lambda d: (d,)",
        hint="Behind a reshape the gradient keeps the new shape. On the way back it has to get the old one again.",
    ),
    Mistake(
        "tensor_autograd/no-topo",
        old="            if parents_done:\n                order.append(node)\n            elif node not in seen:\n",
        new="            if node not in seen:\n                order.append(node)\n",
        also=(
            ("                waiting.append((node, True))\n", ""),
            ("for node in reversed(order):", "for node in order:"),
        ),
        hint="A tensor passes its gradient on before all of its users have been heard. Its turn comes when everything that"
        " uses it is done: a topological order, from the end.",
    ),
    Mistake(
        "tensor_autograd/compounded",
        old="""        delta = {node: np.zeros(node.data.shape) for node in order}
        delta[self] = np.ones(self.data.shape)
        for node in reversed(order):
            if node.send is not None:
                for parent, part in zip(node.parents, node.send(delta[node])):
                    delta[parent] = delta[parent] + part
        for node in order:
            node.grad = node.grad + delta[node]""",
        new="""        self.grad = np.ones(self.data.shape)
        for node in reversed(order):
            if node.send is not None:
                for parent, part in zip(node.parents, node.send(node.grad)):
                    parent.grad = parent.grad + part""",
        hint="The first backward is right. In the second one the tensors on the way pass on what was left from the first "
        "as well. Keep what flows in one call apart from what has accumulated in grad.",
    ),
    Mistake(
        "tensor_autograd/recursive",
        old=STACK,
        new="""
        def visit(node: Tensor) -> None:
            if node not in seen:
                seen.add(node)
                for parent in node.parents:
                    visit(parent)
                order.append(node)

        visit(self)
""",
        hint="Your gradients are right as long as the graph is shallow. A long sum is thousands of operations deep, and "
        "Python stops a function that calls itself so often (RecursionError). Keep the tensors that are still to be "
        "visited in a list of your own.",
    ),
    Mistake(
        "tensor_autograd/any-start",
        old="        if self.data.size != 1:\n"
        '            raise ValueError(f"backward starts at a single number, not at an array of shape {self.data.shape}")\n',
        new="",
        hint="backward of an array with several entries gives the gradient of their sum, without a word. Nobody asked for "
        "a sum: the statement wants a ValueError.",
    ),
    Mistake(
        "tensor_autograd/relu-at-zero",
        old="d * (x > 0)",
        new="d * (x >= 0)",
        hint="At exactly 0 your relu has slope 1. There it is taken to be 0.",
    ),
]
