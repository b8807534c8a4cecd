"""All that people look at: a student's feedback, the class report, likely copies, an audit. Pages are self-contained files."""
