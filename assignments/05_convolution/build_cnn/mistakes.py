from autograder.suite import Mistake

CONV = "nn.Conv2d(channels, wider, kernel, padding=kernel // 2)"
END = "return nn.Sequential(*layers, nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(channels, classes))"

MISTAKES = [
    Mistake(
        "build_cnn/uncapped",
        old="wider = filters * 2 ** min(i, 2)",
        new="wider = filters * 2**i",
        hint="Your channels double in every block. They double twice, and then stay at four times `filters`.",
    ),
    Mistake(
        "build_cnn/no-bn",
        old="nn.BatchNorm2d(wider), nn.ReLU()",
        new="nn.ReLU()",
        hint="The batch norm is missing.",
    ),
    Mistake(
        "build_cnn/bias-lost",
        old=CONV,
        new="nn.Conv2d(channels, wider, kernel, padding=kernel // 2, bias=False)",
        hint="Your convolutions have no bias. It is true that the norm behind them makes it superfluous, but the statement "
        "asks for it.",
    ),
    Mistake(
        "build_cnn/flatten",
        old=END,
        new="side = 32 // 2**blocks\n"
        "    return nn.Sequential(*layers, nn.Flatten(), nn.Linear(channels * side * side, classes))",
        hint="You flatten the last maps. Take the mean of each map, so that the affine layer sees one number for each channel.",
    ),
    Mistake(
        "build_cnn/pad-fixed",
        old=CONV,
        new="nn.Conv2d(channels, wider, kernel, padding=1)",
        hint="The padding is 1 whatever the kernel is. It should keep the size of the map: kernel // 2.",
    ),
    Mistake(
        "build_cnn/bn-after-relu",
        old="nn.BatchNorm2d(wider), nn.ReLU(), nn.MaxPool2d(2)",
        new="nn.ReLU(), nn.BatchNorm2d(wider), nn.MaxPool2d(2)",
        hint="The ReLU stands before the batch norm. The order is convolution, norm, ReLU, pooling.",
    ),
    Mistake(
        "build_cnn/avg-pool",
        old="nn.MaxPool2d(2)",
        new="nn.AvgPool2d(2)",
        hint="Your blocks take the mean of each window. The statement asks for the largest value.",
    ),
    Mistake(
        "build_cnn/six-allowed",
        old="if not 1 <= blocks <= 5:",
        new="if blocks < 1:",
        hint="Six blocks are too many for 32 pixels: nothing is left to pool. The statement says what to do.",
    ),
]
