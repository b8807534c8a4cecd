"""Attacks on what an exercise forbids: the ready-made function by another road, and packages that differentiate."""

from __future__ import annotations

from attack import Attack, python


def softplus(name: str, tries: str, source: str) -> Attack:
    return python(f"means_{name}", tries, "import torch\n" + source, tools=False)


def numpy_only(name: str, tries: str, source: str) -> Attack:
    """`use(module)` is reached only by who got a package that there must not be."""
    head = "def use(module):\n    raise RuntimeError('FORGED' + '-BY-AN-ATTACK ' + module.__name__)\n\n"
    return python(f"means_{name}", tries, head + source)


ATTACKS: list[Attack] = [
    softplus(
        "ops",
        "calls the operation below the forbidden function",
        """
def softplus(x):
    return torch.ops.aten.softplus(x)
""",
    ),
    softplus(
        "overload",
        "calls one overload of the operation, and writes into a tensor of its own",
        """
def softplus(x):
    return torch.ops.aten.softplus.out(x, 1.0, 20.0, out=torch.empty_like(x))
""",
    ),
    softplus(
        "c_binding",
        "calls the binding in C that the forbidden function is",
        """
def softplus(x):
    return torch._C._nn.softplus(x)
""",
    ),
    softplus(
        "by_dict",
        "looks the forbidden function up in the dictionary of its module",
        """
import torch.nn.functional as F

def softplus(x):
    return F.__dict__["".join(["soft", "plus"])](x)
""",
    ),
    softplus(
        "refs",
        "uses torch's own rewriting of the forbidden function in Python",
        """
import torch._refs.nn.functional as refs

def softplus(x):
    return refs.softplus(x)
""",
    ),
    softplus(
        "jit_operation",
        "asks TorchScript for the operation",
        """
def softplus(x):
    return torch._C._jit_get_operation("aten::soft" + "plus")[0](x, 1, 20)
""",
    ),
    softplus(
        "vmapped",
        "has vmap take the operation apart",
        """
def softplus(x):
    return torch.vmap(torch._C._nn.softplus)(x)
""",
    ),
    softplus(
        "below_autograd",
        "calls the operation below automatic differentiation, with the gradient by hand",
        """
class Soft(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        with torch._C._AutoDispatchBelowAutograd():
            return torch.ops.aten.softplus.default(x)

    @staticmethod
    def backward(ctx, d):
        return d * torch.sigmoid(ctx.saved_tensors[0])

def softplus(x):
    return Soft.apply(x)
""",
    ),
    softplus(
        "new_kernel",
        "registers the operation under a name of its own",
        """
import torch.library

def softplus(x):
    mine = torch.library.Library("mine", "DEF")
    mine.define("soft(Tensor x) -> Tensor")
    mine.impl("soft", torch.ops.aten.softplus.default, "CompositeImplicitAutograd")
    return torch.ops.mine.soft(x)
""",
    ),
    softplus(
        "kernel_taken_back",
        "destroys whatever library of kernels it can find",
        """
import gc, torch.library

def softplus(x):
    for each in gc.get_objects():
        if type(each).__name__ in ("Library", "_DispatchModule"):
            getattr(each, "m", each).reset()
    return torch._C._nn.softplus(x)
""",
    ),
    softplus(
        "its_code",
        "gives the refusing function the code of another that still works",
        """
import torch.nn.functional as F

def softplus(x):
    layer = object.__new__(torch.nn.Softplus)
    torch.nn.Module.__init__(layer)
    layer.beta, layer.threshold = 1.0, 20.0
    return torch.nn.Softplus.forward(layer, x)
""",
    ),
    softplus(
        "reloaded_layer",
        "reads the forbidden layer's file and runs it again",
        """
import importlib.util

def softplus(x):
    spec = importlib.util.spec_from_file_location("again", torch.nn.modules.activation.__file__)
    module = importlib.util.module_from_spec(spec)
    module.__package__ = "torch.nn.modules"
    spec.loader.exec_module(module)
    return module.Softplus()(x)
""",
    ),
    softplus(
        "compiled",
        "has the operation compiled",
        """
@torch.compile
def inner(x):
    return torch.ops.aten.softplus(x)

def softplus(x):
    return inner(x)
""",
    ),
    softplus(
        "given_back",
        "looks in the frames around it for what gives back what was taken away",
        """
import sys

frame = sys._getframe()
while frame:
    for each in list(frame.f_locals.values()):
        for undo in each if isinstance(each, list) else [each]:
            if getattr(undo, "__module__", "") in ("autograder.worker.forbidden_means", "autograder.worker.derivatives"):
                undo()
    frame = frame.f_back

def softplus(x):
    frame
    return torch._C._nn.softplus(x)
""",
    ),
    softplus(
        "function_mode",
        "has a mode of its own call the operation",
        """
from torch.overrides import TorchFunctionMode

class Mode(TorchFunctionMode):
    def __torch_function__(self, func, types, args=(), kwargs=None):
        return torch.ops.aten.softplus.default(*args)

def softplus(x):
    with Mode():
        return torch.abs(x)
""",
    ),
    softplus(
        "graph",
        "puts the operation into a graph and runs that",
        """
import torch.fx

def softplus(x):
    graph = torch.fx.Graph()
    graph.output(graph.call_function(torch._C._nn.softplus, (graph.placeholder("x"),)))
    return torch.fx.GraphModule({}, graph)(x)
""",
    ),
    softplus(
        "torchscript_ir",
        "writes the operation in TorchScript's own language",
        """
def softplus(x):
    text = ["graph(%x : Tensor):", "%b : int = prim::Constant[value=1]()", "%t : int = prim::Constant[value=20]()",
            "%y : Tensor = aten::softplus(%x, %b, %t)", "return (%y)"]
    graph = torch._C.parse_ir("\\n  ".join(text))
    return torch._C._create_function_from_graph("soft", graph)(x)
""",
    ),
    numpy_only(
        "sympy",
        "differentiates with the package that comes along with torch",
        """
import builtins

def add_one(x):
    use(builtins.__import__("sym" + "py"))
""",
    ),
    numpy_only(
        "sympy_by_path",
        "loads that package from its file",
        """
import importlib.util

def add_one(x):
    for folder in sys.path:
        for package in ("sympy", "torch", "sklearn", "pandas", "pip"):
            spec = importlib.util.spec_from_file_location(package, f"{folder}/{package}/__init__.py")
            try:
                open(f"{folder}/{package}/__init__.py").read()
            except OSError:
                continue
            use(spec)
    return x
""",
    ),
    numpy_only(
        "base_packages",
        "looks into the packages of the interpreter below the environment",
        """
def add_one(x):
    for folder in {os.path.dirname(os.__file__), sys.base_prefix, sys.prefix}:
        for place, folders, files in os.walk(folder):
            if "site-packages" in place and any(f.endswith(".py") for f in files):
                package = place.split("site-packages")[1].strip("/").split("/")[0]
                if package in ("pip", "setuptools", "torch", "sympy", "sklearn"):
                    try:
                        open(os.path.join(place, next(f for f in files if f.endswith(".py")))).read()
                    except OSError:
                        continue
                    raise RuntimeError("FORGED" + "-BY-AN-ATTACK " + place)
    return x
""",
    ),
    numpy_only(
        "hidden_in_sys_modules",
        "looks for anything that differentiates in memory",
        """
def add_one(x):
    for name in list(sys.modules):
        if name.split(".")[0] in ("torch", "sympy", "jax", "autograd", "functorch"):
            use(sys.modules[name])
    return x
""",
    ),
    numpy_only(
        "package_s_name",
        "puts a hidden input into the name of a package that is missing",
        """
class NotInGrading(ImportError):
    pass

def add_one(x):
    raise NotInGrading("x" + digits(x))
""",
    ),
    numpy_only(
        "forbidden_s_name",
        "puts a hidden input into the name of what is forbidden",
        """
class Forbidden(RuntimeError):
    pass

def add_one(x):
    raise Forbidden("torch." + digits(x))
""",
    ),
]
