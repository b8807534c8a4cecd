from autograder.suite import Mistake

MISTAKES = [
    Mistake(
        "handcrafted_kernel/unnormalised",
        old="np.array([edge, side, centre, side, edge]) / 273",
        new="np.array([edge, side, centre, side, edge]) / 1",
        also=(("[1.0, 2.0, 1.0]) / 16", "[1.0, 2.0, 1.0])"),),
        hint="Your smoothing kernels make the image brighter: their entries do not add up to 1.",
    ),
    Mistake(
        "handcrafted_kernel/prewitt",
        old="sobel_x = np.outer([1.0, 2.0, 1.0], [-1.0, 0.0, 1.0])",
        new="sobel_x = np.outer([1.0, 1.0, 1.0], [-1.0, 0.0, 1.0])",
        hint="All rows of your Sobel kernel count the same. That is Prewitt's kernel; Sobel's middle row counts twice.",
    ),
    Mistake(
        "handcrafted_kernel/names-swapped",
        old='"sobel_x": sobel_x,\n        "sobel_y": sobel_x.T,',
        new='"sobel_x": sobel_x.T,\n        "sobel_y": sobel_x,',
        hint="Your sobel_x and sobel_y are exchanged. sobel_x looks for change along x, from left to right, so it "
        "finds vertical edges.",
    ),
    Mistake(
        "handcrafted_kernel/sign",
        old="sobel_x = np.outer([1.0, 2.0, 1.0], [-1.0, 0.0, 1.0])",
        new="sobel_x = np.outer([1.0, 2.0, 1.0], [1.0, 0.0, -1.0])",
        hint="Your Sobel kernels are negative where the image becomes brighter. Nothing is flipped here: the right "
        "column is positive.",
    ),
    Mistake(
        "handcrafted_kernel/sharpen-four",
        old='"sharpen": middle + laplace4,',
        new='"sharpen": laplace4,',
        hint="The middle of your sharpen is 4. Then a constant image becomes 0; with 5 the image itself is added.",
    ),
    Mistake(
        "handcrafted_kernel/laplace-nine",
        old='"laplace8": 9 * middle - np.ones((3, 3)),',
        new='"laplace8": 10 * middle - np.ones((3, 3)),',
        hint="The middle of your laplace8 is 9. It has eight neighbours with -1, and the sum has to be 0.",
    ),
]
