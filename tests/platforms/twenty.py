"""The attacks of the corpus that both bridges are tried with: every kind of aim that it knows."""

TWENTY = """
    always_equal_array always_equal_number array_function_subclass not_a_number broadcastable patched_comparisons
    patched_session patched_builtins frame_walk reads_the_suite reads_the_reference reads_the_gradebook
    reads_the_environment memory_of_others signals_to_others forks_a_daemon runs_programs writes_files changes_files
    network
""".split()
