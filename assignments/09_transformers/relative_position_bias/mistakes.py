from autograder.suite import Mistake

DISTANCE = "distance = start + np.arange(T)[:, None] - np.arange(S)"
LOOK = "return table[:, np.clip(distance, -R, R) + R]"

MISTAKES = [
    Mistake(
        "relative_position_bias/sign",
        old=DISTANCE,
        new="distance = np.arange(S) - np.arange(T)[:, None] - start",
        hint="Your distance is key minus query, so earlier and later keys have changed places. It is query minus key.",
    ),
    Mistake(
        "relative_position_bias/no-clip",
        old=LOOK,
        new="return table[:, (distance + R) % (2 * R + 1)]",
        hint="Distances beyond R are not clipped: they wrap around in the table. They share its outermost columns.",
    ),
    Mistake(
        "relative_position_bias/unshifted",
        old=LOOK,
        new="return table[:, np.clip(distance, -R, R)]",
        hint="The distance itself is your index, and negative ones count from the end. The distance 0 belongs to "
        "the middle column, R.",
    ),
    Mistake(
        "relative_position_bias/shared-head",
        old=LOOK,
        new="return np.repeat(table[:1, np.clip(distance, -R, R) + R], len(table), axis=0)",
        hint="All heads use the row of the first. Each head has a row of its own.",
    ),
    Mistake(
        "relative_position_bias/start-ignored",
        old=DISTANCE,
        new="distance = np.arange(T)[:, None] - np.arange(S)",
        hint="The argument start has no effect. The first query stands at position start, not at 0.",
    ),
    Mistake(
        "relative_position_bias/start-at-keys",
        old=DISTANCE,
        new="distance = np.arange(T)[:, None] - np.arange(S) - start",
        hint="You move the keys by start. It is the queries that stand further back; the keys start at 0.",
    ),
    Mistake(
        "relative_position_bias/absolute",
        old=LOOK,
        new="return table[:, np.clip(np.abs(distance), -R, R) + R]",
        hint="You take the absolute value, so a key before the query and one behind it get the same bias. The sign "
        "decides the side of the table.",
    ),
    Mistake(
        "relative_position_bias/even-table",
        old='    if table.shape[1] % 2 == 0:\n        raise ValueError(f"table: {table.shape[1]} columns have no middle")\n',
        new="",
        hint="A table with an even number of columns is accepted, and one distance has no column of its own. The "
        "statement asks for a ValueError.",
    ),
]
