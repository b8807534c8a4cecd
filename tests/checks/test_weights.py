"""Which parameter is which: names first, then order, then what the net computes."""

import pytest

from autograder.checks.weights import MOST_TRIED, NoMatch, Part, PartMatching


def layers(*named, layer="Linear"):
    """Linear layers: (name, outputs, inputs) each."""
    return [
        Part((f"{name}.{leaf}",), shape, layer=layer)
        for name, out, inp in named
        for leaf, shape in (("weight", (out, inp)), ("bias", (out,)))
    ]


WANTED = layers(("enc", 9, 7), ("to_mu", 3, 9), ("to_logvar", 3, 9), ("dec", 7, 3))


def chosen(matching, assignment):
    """Wanted name -> found name."""
    return {w.names[0]: matching.found[i].names[0] for w, (i, _) in zip(matching.wanted, assignment)}


def right_if(matching, truth):
    """A net that computes the right thing with one assignment only."""

    def judge(assignments):
        return [(chosen(matching, a).items() >= truth.items(), 0, 0.0) for a in assignments]

    return judge


def test_the_same_net_is_taken_as_it_stands():
    assert PartMatching(WANTED, list(WANTED)).is_the_same_net


def test_layers_of_other_sizes_are_told_apart_in_any_order():
    found = layers(("d", 7, 3), ("l", 3, 9), ("m", 3, 9), ("e", 9, 7))
    matching = PartMatching(WANTED, found)
    assert not matching.is_unique
    got = chosen(matching, matching.first_guess)
    assert (got["enc.weight"], got["enc.bias"], got["dec.bias"]) == ("e.weight", "e.bias", "d.bias")


def test_words_in_the_names_decide_between_equals():
    found = layers(("a", 9, 7), ("head_logvar", 3, 9), ("head_mu", 3, 9), ("b", 7, 3))
    matching = PartMatching(WANTED, found)
    wrong = {"to_mu.weight": "head_logvar.weight"}
    got = chosen(matching, matching.best(right_if(matching, wrong)))
    assert got["to_mu.weight"] == "head_mu.weight" and got["to_logvar.bias"] == "head_logvar.bias"


def test_what_is_computed_decides_where_names_say_nothing():
    found = layers(("x.0", 9, 7), ("x.1", 3, 9), ("x.2", 3, 9), ("x.3", 7, 3))
    matching = PartMatching(WANTED, found)
    for first, second in (("x.1", "x.2"), ("x.2", "x.1")):
        truth = {"to_mu.weight": f"{first}.weight", "to_logvar.bias": f"{second}.bias"}
        assert chosen(matching, matching.best(right_if(matching, truth))).items() >= truth.items()


def test_the_order_of_use_tells_layers_apart_that_were_made_in_reverse():
    def used(parts):
        return [Part(p.names, p.shape, layer=p.layer, used=i) for i, p in enumerate(parts)]

    wanted = used(layers(*((f"w{i}", 4, 4) for i in range(6)), ("last", 2, 4)))
    found = used(layers(*((f"f{i}", 4, 4) for i in range(6)), ("out", 2, 4)))[::-1]
    matching = PartMatching(wanted, found)
    assert chosen(matching, matching.first_guess)["w2.weight"] == "f2.weight"


def test_a_wrong_net_is_given_up_after_a_bounded_number():
    tried = []

    def judge(assignments):
        tried.extend(assignments)
        return [(False, 0, 0.0)] * len(assignments)

    wanted = layers(*((f"w{i}", 4, 4) for i in range(9)))
    matching = PartMatching(wanted, layers(*((f"f{i}", 4, 4) for i in range(9))))
    assert matching.best(judge) == matching.first_guess
    assert len(tried) <= MOST_TRIED


def test_own_matrices_may_stand_the_other_way_round():
    found = [Part((name,), shape) for name, shape in (("w", (7, 9)), ("b", (1, 9)))]
    matching = PartMatching(layers(("enc", 9, 7)), found)
    assert matching.first_guess == ((0, True), (1, False))
    with pytest.raises(NoMatch):
        PartMatching(layers(("enc", 9, 7)), layers(("enc", 7, 9))[:1] + found[1:])


def test_own_square_matrices_are_tried_both_ways():
    found = [Part(("w",), (4, 4)), Part(("b",), (4,))]
    matching = PartMatching(layers(("enc", 4, 4)), found)
    assert matching.best(lambda some: [(a[0][1], 0, 0.0) for a in some]) == ((0, True), (1, False))


def test_a_convolution_of_one_pixel_is_a_matrix():
    found = [Part(("c.weight",), (9, 7, 1), layer="Conv1d"), Part(("c.bias",), (9,), layer="Conv1d")]
    assert PartMatching(layers(("enc", 9, 7)), found).is_unique


def test_what_does_not_fit_is_told_by_the_names_of_the_task():
    with pytest.raises(NoMatch) as caught:
        PartMatching(WANTED, layers(("secret", 9, 7), ("m", 3, 9), ("d", 7, 3), ("more", 5, 5)))
    assert "to_logvar.weight (3, 9)" in str(caught.value)
    assert "missing: 1 of shape (3, 9), 1 of shape (3,); 2 that are not expected" in str(caught.value)
    assert "secret" not in str(caught.value)


def test_a_state_may_hold_more_than_is_asked_for():
    extra = [Part(("table",), (100, 32)), Part(("zeros",), (9,))]
    matching = PartMatching(WANTED, extra + list(WANTED), spare=True)
    assert matching.by_name is not None
    renamed = [Part((f"own_{p.names[0]}",), p.shape, layer="?") for p in WANTED]
    matching = PartMatching(WANTED, extra + renamed, spare=True)
    assert chosen(matching, matching.first_guess)["enc.bias"] == "own_enc.bias"


def test_norms_written_by_hand_leave_the_other_layers_whole():
    """A state_dict lists a module's own parameters before those of its layers: names alone tell biases apart."""
    shapes = {"norm1": (4,), "conv1": (4, 4, 3, 3), "time": (4, 6), "norm2": (4,), "conv2": (4, 4, 3, 3)}
    wanted = [
        Part((f"block.{layer}.{leaf}",), shapes[layer] if leaf == "weight" else (4,), layer="?")
        for layer in shapes
        for leaf in ("weight", "bias")
    ]
    own = [Part((f"block.{name}",), (4,)) for name in ("g1", "b1", "g2", "b2")]
    rest = [part for part in wanted if "norm" not in part.names[0]]
    matching = PartMatching(wanted, own + rest, spare=True)
    expected = {part.names[0]: part.names[0] for part in rest}
    expected |= {f"block.norm{n}.{leaf}": f"block.{leaf[0].replace('w', 'g')}{n}" for n in "12" for leaf in ("weight", "bias")}
    assert chosen(matching, matching.first_guess) == expected
