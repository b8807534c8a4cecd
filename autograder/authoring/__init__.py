"""From reference to student: stubs, notebooks, releases, the leak check, and `gradmark init`."""
