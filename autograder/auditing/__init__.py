"""Proof that a suite is right: nothing right fails, nothing wrong passes, and every test can fail."""
