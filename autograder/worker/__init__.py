"""The untrusted side: what runs beside a student's code. It holds and imports no secret."""
