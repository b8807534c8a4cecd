import socket
import threading

import pytest

from autograder.worker.eager_reading import SHORT, Eager


class Looks:
    """Counts how often the socket was looked at."""

    def __init__(self, poll):
        self.poll_, self.count = poll, 0

    def poll(self, milliseconds):
        self.count += 1
        return self.poll_.poll(milliseconds)


@pytest.fixture
def wired():
    ours, theirs = socket.socketpair()
    eager = Eager(ours)
    eager._poll = Looks(eager._poll)
    yield ours, theirs, eager
    ours.close()
    theirs.close()


def receive_after(wired, seconds):
    """The message is sent so long after the looking is over, however busy the machine is."""
    ours, theirs, eager = wired
    eager._poll.count = 0
    later = threading.Timer(seconds, theirs.sendall, [b"x"])
    with eager:
        later.start()
        assert ours.recv(1) == b"x"
    later.join()
    return eager._poll.count


def test_looks_at_once_and_stops_when_the_message_is_there(wired):
    wired[1].sendall(b"x")
    assert receive_after(wired, 0.01) == 1


def test_sleeps_after_a_long_wait_until_a_short_one(wired):
    assert receive_after(wired, 100 * SHORT) > 0
    assert receive_after(wired, 100 * SHORT) == 0
    wired[2]._last = SHORT / 2  # what a message that is there at once leaves, if the machine is not busy
    assert receive_after(wired, 100 * SHORT) > 0


def test_a_closed_wire_is_noticed(wired):
    wired[1].close()
    with wired[2]:
        assert wired[0].recv(1) == b""
