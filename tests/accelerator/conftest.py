"""A grader's place with a GPU that is none: built once, kept beside its source."""

import shutil
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))


@pytest.fixture(scope="session")
def gpu_slot():
    if sys.platform != "linux":
        pytest.skip("forked workers are for Linux")
    if shutil.which("c++") is None or shutil.which("ninja") is None:
        pytest.skip("no C++ compiler and ninja: the fake accelerator cannot be built")
    import fake_accelerator

    from autograder.grading.devices import Slot

    return Slot(gpu=0, device="fake", extension=str(fake_accelerator.build()))
