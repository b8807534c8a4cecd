"""Names with a known meaning: what changes its object, what is always there, what is installed."""

from __future__ import annotations

import builtins
import sys


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


# Methods that change the object they are called on, whatever the class.
IN_PLACE = _words("""
    append appendleft extend extendleft insert add update setdefault pop popleft popitem remove discard clear
    sort reverse rotate fill put itemset resize setflags partition seed manual_seed shuffle subtract
    load_state_dict add_module zero_grad step fit partial_fit fit_transform train eval apply
    register register_buffer register_parameter register_module register_forward_hook add_param_group
    difference_update intersection_update symmetric_difference_update move_to_end
    __setitem__ __setattr__ __delitem__ __iadd__ set_params set_weights add_edge add_node
""")

# Functions that change their first argument.
CHANGES_ARGUMENT = _words("""
    setattr delattr shuffle heapify heappush heappop heapreplace insort insort_left insort_right
    copyto fill_diagonal put put_along_axis place putmask load_state_dict
""")

# There without being defined; `display` and the like are IPython's.
AMBIENT = frozenset(dir(builtins)) | _words("""
    __name__ __file__ __doc__ __builtins__ __spec__ __package__ __loader__ __annotations__ __class__
    display get_ipython In Out exit quit _ __ ___ _i
""")

# Builtins that a star import of an array package replaces.
SHADOWED = _words("abs all any bool complex divmod float int max min pow range round sum")
ARRAY_PACKAGES = _words("numpy torch jax math cmath pylab scipy tensorflow sympy")

# Installed modules are found before siblings, so a sibling of such a name is never what an import gets.
INSTALLED = frozenset(sys.stdlib_module_names) | _words("""
    numpy torch scipy sklearn matplotlib pandas jaxtyping einops pytest autograder IPython tqdm
""")

# What our own cells import: no answer needs it.
OURS = _words("autograder otter")
