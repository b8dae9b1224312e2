"""The life cycle drawn from its table, as Mermaid."""

from __future__ import annotations

from game.fish.lifecycle import LASTING, TABLE


def mermaid() -> str:
    """A Mermaid state diagram of the life cycle; lasting states stand out."""
    lines = ["stateDiagram-v2", "    [*] --> spawn"]
    for row in TABLE:
        label = f": {' and '.join(row.guards)}" if row.guards else _otherwise(row.state)
        lines.append(f"    {row.state} --> {row.next}{label}")
    lines.append("    removed --> [*]")
    lines.append("    classDef lasting stroke-width:3px,font-weight:bold")
    lines.append(f"    class {','.join(LASTING)} lasting")
    return "\n".join(lines) + "\n"


def _otherwise(state: str) -> str:
    """The label of the last way out of a state: nothing where it is the only one."""
    ways = [row for row in TABLE if row.state == state]
    return ": otherwise" if len(ways) > 1 else ""
