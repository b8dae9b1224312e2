"""Many fish as columns: one array per property, rows in the order of their ids."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any, Self

import numpy as np


@dataclass
class Columns:
    """A base for classes whose fields are all arrays of one length (or columns themselves)."""

    def take(self, rows: Any) -> Self:
        """The given rows (indices or a mask) as new columns."""
        return type(self)(
            **{
                f.name: column.take(rows) if isinstance(column, Columns) else column[rows]
                for f in fields(self)
                for column in (getattr(self, f.name),)
            }
        )

    def joined(self, other: Self) -> Self:
        """These rows followed by another's."""
        parts: dict[str, Any] = {}
        for f in fields(self):
            a, b = getattr(self, f.name), getattr(other, f.name)
            parts[f.name] = a.joined(b) if isinstance(a, Columns) else np.concatenate((a, b))
        return type(self)(**parts)
