"""Likely copies in a class: which hand-ins share what hardly anybody else wrote. A lead, never a verdict."""
