"""The columns of Moodle's grading worksheet: named in the language of whoever downloads it, and asked for by the same names."""

from __future__ import annotations

from collections.abc import Iterable

IDENTIFIER, NAME, EMAIL = "Identifier", "Full name", "Email address"
SUBMITTED, GRADE, COMMENTS = "Last modified (submission)", "Grade", "Feedback comments"
GRADED, MOST, OPEN = "Last modified (grade)", "Maximum Grade", "Grade can be changed"

ENGLISH = (IDENTIFIER, NAME, EMAIL, "Status", GRADE, MOST, OPEN, SUBMITTED, GRADED, COMMENTS)
_OTHERS = (
    (
        "ID",
        "Vollständiger Name",
        "E-Mail-Adresse",
        "Status",
        "Bewertung",
        "Bestwertung",
        "Bewertung kann geändert werden",
        "Zuletzt geändert (Abgabe)",
        "Zuletzt geändert (Bewertung)",
        "Feedback als Kommentar",
    ),
    (
        "Identifiant",
        "Nom complet",
        "Adresse de courriel",
        "Statut",
        "Note",
        "Note maximale",
        "La note peut être modifiée",
        "Dernière modification (travail remis)",
        "Dernière modification (note)",
        "Feedback par commentaires",
    ),
    (
        "Identificador",
        "Nombre completo",
        "Dirección de correo",
        "Estado",
        "Calificación",
        "Calificación máxima",
        "La calificación puede ser cambiada",
        "Última modificación (entrega)",
        "Última modificación (calificación)",
        "Comentarios de retroalimentación",
    ),
)
NO = ("No", "Nein", "Non")
"""What stands under "Grade can be changed" where it cannot."""


def in_english(header: Iterable[str]) -> dict[str, str]:
    """Column -> its English name. A table that is no worksheet, or an English one, keeps its names."""
    columns = list(header)
    for names in _OTHERS:
        known = dict(zip(names, ENGLISH))
        there = {known[c] for c in columns if c in known}
        if {IDENTIFIER, NAME} <= there and there & {SUBMITTED, GRADED}:
            return {c: known.get(c, c) for c in columns}
    return {c: c for c in columns}
