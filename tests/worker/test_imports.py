# ruff: noqa: E501 (a hand-in a line)
"""What import statements of a submission get in the numpy runtime: habits that must work, packages that must not."""

from __future__ import annotations

import sys

import numpy as np
import pytest
from jailed_code import call, failure

from autograder.grading.workers import ZygotePool
from autograder.jail.packages import DUMMIES

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="forked workers are for Linux")
X = np.array([[0.5, -1.0, 2.0]])


@pytest.fixture(scope="module")
def pool():
    pool = ZygotePool("standard")
    yield pool
    pool.close()


HABITS = {
    "annotation": "import numpy as np\nimport torch\n---\ndef f(x: np.ndarray | torch.Tensor) -> 'torch.Tensor':\n    return x + 1",
    "optional annotation": """
        from typing import Optional
        import torch
        ---
        def f(x, mask: Optional["torch.Tensor"] = None, like: Optional[torch.Tensor] = None):
            y: torch.Tensor = x + 1
            return y
    """,
    "union of two": "import torch\n---\ndef f(x: torch.Tensor | torch.nn.Parameter | None):\n    return x + 1",
    "jaxtyping": "import torch\nfrom jaxtyping import Float\n---\ndef f(x: Float[torch.Tensor, 'n d']):\n    return x + 1",
    "generic": "import torch\n---\ndef f(x: list[torch.Tensor], o: dict[str, torch.Tensor] | None = None):\n    return x + 1",
    "future annotations": "from __future__ import annotations\nimport torch\n---\ndef f(x: torch.Tensor):\n    return x + 1",
    "isinstance": """
        import numpy as np, torch
        ---
        def f(x):
            if isinstance(x, torch.Tensor):
                x = x.detach().numpy()
            if isinstance(x, (torch.Tensor, list)) or torch.is_tensor(x) or issubclass(type(x), torch.nn.Module):
                x = np.asarray(x)
            return x + 1
    """,
    "type checking": "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import torch\n---\ndef f(x: 'torch.Tensor'):\n    return x + 1",
    "try import": """
        try:
            import torch
            HAS_TORCH = True
        except ImportError:
            HAS_TORCH = False
        ---
        def f(x):
            if HAS_TORCH:
                return torch.as_tensor(x).numpy()
            return x + 1
    """,
    "try import None": """
        try:
            import jax.numpy as jnp
        except Exception:
            jnp = None
        ---
        def f(x):
            return x + 1 if jnp is None else jnp.array(x)
    """,
    "suppress": """
        import contextlib
        ---
        def f(x):
            with contextlib.suppress(ImportError):
                import torch
                return torch.tensor(x)
            return x + 1
    """,
    "find_spec": "import importlib.util\n---\ndef f(x):\n    return x + (2 if importlib.util.find_spec('torch') else 1)",
    "seed everything": """
        import random, numpy as np, torch
        ---
        def seed(s):
            random.seed(s); np.random.seed(s); torch.manual_seed(s); torch.cuda.manual_seed_all(s)
        ---
        def f(x):
            seed(0)
            return x + 1
    """,
    "no_grad": "import torch\n---\n@torch.no_grad()\ndef f(x):\n    with torch.no_grad():\n        return x + 1",
    "device": """
        import torch
        ---
        DEVICE = torch.device("cuda" if torch.cuda.is_available() else "cpu")
        ---
        def f(x, device=DEVICE, dtype=torch.float64):
            return x + torch.pi / torch.pi
    """,
    "star import of torch": "from torch import *\nfrom torch.nn.functional import *\n---\ndef g(x):\n    return x + 1\n---\ndef f(x):\n    return g(x)",
    "star import of numpy": "from numpy import *\n---\ndef f(x):\n    return add(x, ones(1))",
    "numpy parts": "import numpy\nimport numpy.linalg as la\nnp = numpy\n---\ndef f(x):\n    return np.add(x, la.norm(np.ones(1)))",
    "scipy": "from scipy.special import expit, logsumexp\nimport scipy\n---\ndef f(x):\n    return x + 2 * expit(0.0)",
    "einops": "from einops import rearrange, repeat\nimport torch\n---\ndef f(x: torch.Tensor):\n    return rearrange(x, 'n d -> d n').T + 1",
    "tqdm": "from tqdm import tqdm, trange\n---\ndef f(x):\n    bar = tqdm(total=3)\n    bar.set_postfix(a=1); bar.update(1)\n    return x + sum(1 for _ in tqdm(range(1), desc='n')) + 0 * sum(trange(3))",
    "tqdm auto": "from tqdm.auto import tqdm\nfrom tqdm.notebook import tqdm as nb, trange\n---\ndef f(x):\n    return x + sum(1 for _ in nb(tqdm(range(1)))) + 0 * len(list(trange(2)))",
    "pyplot": """
        import matplotlib.pyplot as plt
        from mpl_toolkits.mplot3d import Axes3D
        import seaborn as sns
        ---
        plt.rcParams["figure.figsize"] = (4, 3)
        plt.style.use("ggplot")
        PALETTE = plt.cm.viridis
        ---
        def f(x):
            fig, (a, b, c) = plt.subplots(1, 3)
            for axis in a, b, c:
                axis.plot(x.ravel(), color=PALETTE(0.5))
            counts, edges, bars = plt.hist(x.ravel())
            with plt.ioff():
                fig.colorbar(a.imshow(x), ax=b).set_label("x")
            sns.heatmap(x)
            plt.show()
            return x + 1
    """,
    "IPython": """
        from IPython.display import display, clear_output, HTML
        from ipywidgets import interact
        import IPython
        ---
        def f(x):
            display(x); clear_output(wait=True)
            print("shape", x.shape, flush=True)
            get_ipython().run_line_magic("timeit", "1")
            return x + 1
    """,
    "display by itself": "def f(x):\n    display(x)\n    return x + 1",
    "colab": "from google.colab import drive\nimport wandb\n---\ndef f(x):\n    wandb.log({'x': 1})\n    return x + 1",
    "lru_cache": "from functools import lru_cache\n---\n@lru_cache(None)\ndef one(): return 1\n---\ndef f(x):\n    return x + one()",
    "warnings": "import warnings, time, logging\nwarnings.filterwarnings('ignore')\nlog = logging.getLogger('a')\n---\ndef f(x):\n    log.warning('x'); time.time()\n    return x + 1",
    "unused packages": "import pandas as pd, sklearn, einx\nfrom sklearn.datasets import load_digits\n---\ndef f(x):\n    return x + 1",
    "mentioned package": "import einx\n---\nBACKENDS = {'einx': einx.rearrange}\n---\ndef f(x, how='numpy'):\n    return BACKENDS[how](x) if how in BACKENDS else x + 1",
    "own helper of a forbidden name": "class torch:\n    @staticmethod\n    def softmax(x): return x + 1\n---\ndef f(x):\n    return torch.softmax(x)",
    "importlib": "import importlib\nnp = importlib.import_module('numpy')\n---\ndef f(x):\n    return np.add(x, 1)",
}


@pytest.mark.parametrize("habit", HABITS)
def test_habits_of_real_notebooks_cost_nothing(pool, habit):
    np.testing.assert_allclose(call(pool, "numpy", HABITS[habit], X, forbid=("autograd",)), X + 1)


def test_habits_in_a_sibling_file(pool):
    siblings = {
        "helpers": "import torch\nimport matplotlib.pyplot as plt\ndef g(x: torch.Tensor):\n    plt.plot(x)\n    return x + 1"
    }
    code = "from helpers import g\n---\ndef f(x):\n    return g(x)"
    np.testing.assert_allclose(call(pool, "numpy", code, X, siblings=siblings), X + 1)


@pytest.mark.parametrize(
    "code",
    [
        "import torch\n---\ndef f(x):\n    return torch.as_tensor(x).numpy() + 1",
        "from torch.nn import functional as F\n---\ndef f(x):\n    return F.softmax(x)",
        "from torch import exp\n---\ndef f(x):\n    g = exp\n    return g(x)",
        "import torch\n---\ndef f(x):\n    return list(map(torch.exp, [x]))",
        "import sympy\n---\ndef f(x):\n    return sympy.diff(sympy.Symbol('x') ** 2)",
        "import autograd.numpy as anp\nfrom autograd import grad\n---\ndef f(x):\n    return grad(anp.sum)(x)",
        "import jax\n---\ndef f(x):\n    return jax.grad(lambda v: v)(x)",
        "def f(x):\n    import torch\n    return torch.tensor(x) + 1",
        "import torch\n---\nclass Net(torch.nn.Module):\n    pass\n---\ndef f(x):\n    return Net()(x)",
    ],
)
def test_automatic_differentiation_is_refused_where_it_is_used(pool, code):
    error = failure(pool, "numpy", code, X, forbid=("autograd",))
    assert error.kind == "Forbidden"
    assert "packages with autograd are forbidden in this exercise" in error.public and "of f uses " in error.public


@pytest.mark.parametrize(
    "code",
    [
        "def f(x):\n    return __import__('importlib').import_module('to' + 'rch').tensor(x)",
        "import sys\n---\ndef f(x):\n    return sys.modules['to' + 'rch'].tensor(x)",
        "import pydoc\n---\ndef f(x):\n    return pydoc.locate('sympy.diff')(1)",
        "import runpy\n---\ndef f(x):\n    return runpy.run_module('sympy')",
        "import builtins\n---\ndef f(x):\n    return builtins.__import__('sympy').diff(1)",
        "import importlib.machinery as m, sys\n---\ndef f(x):\n    sys.meta_path.append(m.PathFinder)\n    return builtins_import('sympy')\n---\nimport builtins\nbuiltins_import = builtins.__import__",
        "import sys\n---\ndef f(x):\n    here = [p for p in sys.path if p.endswith('site-packages')][0]\n    return open(here + '/sympy/__init__.py').read()",
    ],
)
def test_no_other_road_leads_to_a_package_that_differentiates(pool, code):
    failure(pool, "numpy", code, X, forbid=("autograd",))


@pytest.mark.parametrize("package", ["einx", "sklearn", "pandas"])
def test_a_missing_package_is_named_as_such(pool, package):
    error = failure(
        pool,
        "numpy",
        f"import {package} as p\n---\ndef f(x):\n    return p.anything(x)",
        X,
        forbid=("autograd",),
    )
    assert f"line 2 of f uses {package}, which is not installed for grading: there are numpy, scipy" in error.public


def test_a_missing_package_s_name_cannot_carry_anything_out(pool):
    """The name in the message is one that stands in the hand-in."""
    code = "class NotInGrading(ImportError): pass\n---\ndef f(x):\n    raise NotInGrading(f'v{abs(x[0, 0])}'.replace('.', ''))"
    error = failure(pool, "numpy", code, X)
    assert "uses a package, which is not installed" in error.public and "v05" not in error.public


@pytest.mark.parametrize("runtime", ["numpy", "torch"])
def test_a_worker_holds_no_package_that_it_has_only_a_dummy_of(pool, runtime):
    """It could be used past every import; and each fork pays for what the zygote has imported."""
    code = "import sys\n---\ndef f(x):\n    return sorted({name.partition('.')[0] for name in sys.modules})"
    held = call(pool, runtime, code, None)
    assert "numpy" in held
    assert sorted((DUMMIES - {"autograder"}).intersection(held)) == []
