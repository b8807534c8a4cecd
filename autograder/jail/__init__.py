"""The jail: one small module a layer, applied in a forked child before any student byte is read.

Standard library and ctypes only. Every module can be imported on any system; what a system does
not offer is reported by `probe`, and `apply` fails closed below the level that is asked for.
"""
