"""Small wrong versions of a reference, made by machine: what an audit tries a suite on, and what a slip looks like."""
