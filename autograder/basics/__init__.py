"""Small things that every layer may use: tables, files, numbers as text, child processes."""
