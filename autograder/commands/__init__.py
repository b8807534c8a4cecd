"""One verb of `gradmark`, one module: parse, call a function, print. Nothing heavy is imported at the top."""
