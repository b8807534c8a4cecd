"""Which flaws of sorting a graph does the student's test notice?"""

from autograder.suite import points


def test_notices_children_before_their_parents(student, versions, rng):
    """It notices an order in which children come before their parents."""
    versions.check(student.test_topological_order, rng, "reversed")


def test_notices_a_cycle_that_is_overlooked(student, versions, rng):
    """It notices that nothing is said about a cycle."""
    versions.check(student.test_topological_order, rng, "cycle-missed")


@points(2)
def test_notices_missing_nodes(student, versions, rng):
    """It notices nodes that are missing in the order."""
    versions.check(student.test_topological_order, rng, "isolated-lost")


@points(2)
def test_notices_wrong_layers(student, versions, rng):
    """It notices layers that do not belong to the longest path."""
    versions.check(student.test_topological_order, rng, "shortest", "last-parent")


@points(2)
def test_notices_false_alarms(student, versions, rng):
    """It notices that a graph without a cycle is refused."""
    versions.check(student.test_topological_order, rng, "diamond-flagged")


@points(2)
def test_notices_nodes_that_do_not_wait(student, versions, rng):
    """It notices nodes that come too early if there are several edges to them."""
    once = "mutant: topological_order: assigned: waiting[v] += 1 -> waiting[v] = 1"
    versions.check(student.test_topological_order, rng, once)
