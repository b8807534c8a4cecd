from autograder.suite import Mistake

BEAMS = "for k in (1, 3):"
IDS = "if [list(ids) for ids, _ in found] != [ids for ids, _ in wanted]:"
SCORES = "if not np.allclose([score for _, score in found], [score for _, score in wanted], rtol=1e-9):"

MISTAKES = [
    Mistake(
        "kill_beam_search/greedy-only",
        old=BEAMS,
        new="for k in (1,):",
        hint="Your test searches with k = 1 only. That is greedy search, in which hypotheses never compete.",
    ),
    Mistake(
        "kill_beam_search/no-length-norm",
        old="for length_norm in (False, True):",
        new="for length_norm in (False,):",
        hint="Your test never sets length_norm.",
    ),
    Mistake(
        "kill_beam_search/sums-only",
        old=IDS,
        new="sums = [sum(logp[a, b] for a, b in zip([0, *ids], ids)) / (len(ids) if length_norm else 1) for ids, _ in found]\n"
        "                if not found or sums != sorted(sums, reverse=True):",
        also=((SCORES, "if not np.allclose([score for _, score in found], sums, rtol=1e-9):"),),
        hint="Your test asks whether every score belongs to its ids and whether the best comes first. It does not ask whether "
        "these are the hypotheses that the search should find.",
    ),
    Mistake(
        "kill_beam_search/single-steps",
        old="for max_len in (1, 4):",
        new="for max_len in (1,):",
        hint="Your searches are one step long. Nothing is continued there, and nothing can end too early.",
    ),
    Mistake(
        "kill_beam_search/at-most-k",
        old=IDS,
        new="if len(found) > k or [list(ids) for ids, _ in found] != [ids for ids, _ in wanted]:",
        hint="Your test refuses more than k results. In each step k continuations are kept; finished ones leave the beam, so "
        "that in the end there may be more of them.",
    ),
]
