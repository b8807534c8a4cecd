from autograder.suite import StudentError, accepts, assert_true


def test_refuses_an_empty_order(student):
    """An implementation that returns no nodes is refused."""

    def nothing(n, edges):
        return [], [0 for _ in range(n)]

    assert_true(not accepts(student.test_topological_order, nothing), "your test accepts an order without any node")


def test_refuses_the_order_of_the_numbers(student):
    """An implementation that does not look at the edges is refused."""

    def by_number(n, edges):
        return list(range(n)), list(range(n))

    assert_true(
        not accepts(student.test_topological_order, by_number), "your test accepts an order that does not depend on the edges"
    )


def test_refuses_an_alarm_for_everything(student):
    """An implementation that finds a cycle everywhere is refused."""

    def alarm(n, edges):
        raise ValueError("a cycle")

    try:
        accepted = accepts(student.test_topological_order, alarm)
    except StudentError:  # the alarm itself may end your test
        accepted = False
    assert_true(not accepted, "your test accepts an implementation that finds a cycle everywhere")
