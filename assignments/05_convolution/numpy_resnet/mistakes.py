from autograder.suite import Mistake

MISTAKES = [
    Mistake(
        "resnet_loss_and_grads/skip-ignored",
        old="""        if skip:
            maps, cache = residual_block_forward(maps, *block)
        else:
            maps, cache = _plain_block_forward(maps, *block)
""",
        new="        maps, cache = residual_block_forward(maps, *block)\n",
        also=(
            (
                """        if skip:
            dmaps, *dblock = residual_block_backward(dmaps, cache)
        else:
            dmaps, *dblock = _plain_block_backward(dmaps, cache)
""",
                "        dmaps, *dblock = residual_block_backward(dmaps, cache)\n",
            ),
        ),
        hint="The direct way is there whatever skip says. With skip False a block is relu(F).",
    ),
    Mistake(
        "resnet_loss_and_grads/blocks-reversed",
        old='"blocks": dblocks[::-1]',
        new='"blocks": dblocks',
        hint="The gradients of the blocks are in the order in which the backward pass meets them. Put them into "
        "the order of the parameters.",
    ),
    Mistake(
        "resnet_loss_and_grads/stem-unmasked",
        old="conv2d_backward(dmaps * (first > 0), stem_cache)",
        new="conv2d_backward(dmaps, stem_cache)",
        hint="The ReLU of the stem is left out on the way back. Only the gradients of the stem are wrong.",
    ),
    Mistake(
        "resnet_loss_and_grads/no-mean",
        old="dscores = dscores / len(X)",
        new="dscores = dscores / 1",
        hint="The loss is a mean over the batch, but your gradients are those of the sum.",
    ),
    Mistake(
        "resnet_loss_and_grads/stem-linear",
        old="maps, caches = np.maximum(first, 0.0), []",
        new="maps, caches = first, []",
        hint="The stem has no ReLU on the way forward.",
    ),
    Mistake(
        "resnet_loss_and_grads/forward-order",
        old="for cache in reversed(caches):",
        new="for cache in caches:",
        hint="The backward pass goes through the blocks in the order of the forward pass. The last block comes first.",
    ),
]
