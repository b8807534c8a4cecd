"""gradmark inside other tools: otter, nbgrader, Gradescope. Same suites, same jail, same scores."""
