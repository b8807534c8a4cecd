"""From a hand-in to slices. Nothing is imported here: the worker uses `slicing` and must stay light."""
