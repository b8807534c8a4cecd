"""Pages that people look at: a student's feedback, the class report, likely copies. One self-contained file each."""
