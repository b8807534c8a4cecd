"""A grader that is started before its order is known."""

from autograder.runs import spare_grader


def test_the_spare_one_is_taken_first_and_a_dead_one_never():
    spare_grader.start_spare()
    (spare,) = spare_grader._spare
    assert spare_grader.take_grader() is spare
    another = spare_grader.take_grader()
    assert another is not spare
    for each in (spare, another):
        each.process.stdin.close()
        assert each.process.wait(60) == 0, "without an order it ends, and that is no failure"
    spare_grader.start_spare()
    (dead,) = spare_grader._spare
    dead.process.kill()
    dead.process.wait()
    taken = spare_grader.take_grader()
    assert taken is not dead
    taken.process.kill()
    taken.process.wait()


def test_what_nobody_took_is_ended():
    spare_grader.start_spare()
    (spare,) = spare_grader._spare
    spare_grader.dismiss_spare()
    assert spare.process.poll() is not None and spare_grader._spare == []
