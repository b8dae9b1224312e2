"""The arithmetic of a tick: only what gives the same last bit on every processor.

Allowed inside a tick are + - * / sqrt, floor, comparison and written-out sums of three terms. What
goes through the C library's or BLAS's own roads (exp, log, powers, trigonometry, hypot, einsum,
matmul, float sums) is not, nor is any clock or global chance. Names are found in the syntax tree,
so that a comment or a string does not count.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
FOLDERS = ("steering", "fish", "submarine", "simulation")
KERNELS = ("grid", "rays", "sweep", "clearance", "eject", "flow")

_BANNED = """
exp exp2 expm1 log log2 log10 log1p power pow float_power cbrt
sin cos tan arcsin arccos arctan arctan2 asin acos atan atan2 sinh cosh tanh hypot
einsum matmul dot vdot inner outer tensordot linalg norm dist interp trapezoid fft convolve
sum nansum fsum sumprod mean average std var prod cumprod
random deg2rad rad2deg radians degrees
"""
BANNED = frozenset(_BANNED.split())
CLOCKS = frozenset({"time", "datetime", "random", "secrets", "uuid"})
OWN = frozenset({"dot", "atan", "atan2", "acos"})
"""Names that are ours where they are imported from `game.steering`."""

LOAD_TIME = {
    ("fish/chance.py", "fibonacci_directions"): "makes the table of directions once, rounded",
    ("fish/species.py", "half_view_cosine"): "a species' constant, rounded",
    ("steering/feelers.py", "_set"): "makes the feeler sets once, rounded",
    ("steering/model.py", "strike_smoothing"): "a species' constant, rounded",
    ("steering/model.py", "turning_radius"): "only for warnings",
    ("submarine/hull.py", "__init__"): "the submarine's constants, rounded",
    ("submarine/hull.py", "DEGREE"): "a constant, rounded",
}


class Finding(NamedTuple):
    """One use of what is not allowed."""

    file: str
    line: int
    what: str


def sources() -> list[Path]:
    """The files whose code runs inside a tick."""
    files = [p for folder in FOLDERS for p in sorted((ROOT / "game" / folder).rglob("*.py"))]
    return files + [ROOT / "game" / "maze" / f"{name}.py" for name in KERNELS]


def findings(path: Path) -> list[Finding]:
    """What a file uses that it must not."""
    file = path.relative_to(ROOT / "game").as_posix()
    return list(check(path.read_text(encoding="utf-8"), file))


def check(code: str, file: str = "<code>") -> Iterator[Finding]:
    """Yield what some code uses that it must not."""
    tree = ast.parse(code)
    own = {
        alias.asname or alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("game.steering")
        for alias in node.names
    } | ({node.name for node in tree.body if isinstance(node, ast.FunctionDef)})
    yield from _walk(tree, file, own & OWN, None)


def _walk(
    node: ast.AST, file: str, own: set[str] | frozenset[str], where: str | None
) -> Iterator[Finding]:
    for child in ast.iter_child_nodes(node):
        name = where
        if isinstance(child, ast.FunctionDef):
            name = child.name
        elif where is None and isinstance(child, ast.Assign | ast.AnnAssign):
            targets = child.targets if isinstance(child, ast.Assign) else [child.target]
            name = next((t.id for t in targets if isinstance(t, ast.Name)), None)
        if (file, name) in LOAD_TIME:
            continue
        what = _wrong(child, own)
        if what:
            yield Finding(file, getattr(child, "lineno", 0), what)
        yield from _walk(child, file, own, name)


def _wrong(node: ast.AST, own: set[str] | frozenset[str]) -> str | None:
    if isinstance(node, ast.BinOp | ast.AugAssign):
        if isinstance(node.op, ast.Pow) and not _whole(node):
            return "**"
        if isinstance(node.op, ast.MatMult):
            return "@"
    if isinstance(node, ast.Attribute) and node.attr in BANNED:
        return f".{node.attr}"
    if isinstance(node, ast.Name) and node.id in BANNED - own:
        return node.id
    if isinstance(node, ast.Import | ast.ImportFrom):
        names = [alias.name for alias in node.names]
        module = node.module if isinstance(node, ast.ImportFrom) else None
        roots = {name.split(".")[0] for name in ([module] if module else names)}
        if roots & CLOCKS:
            return f"import {', '.join(sorted(roots & CLOCKS))}"
        if module in ("math", "numpy") and set(names) & BANNED:
            return f"from {module} import {', '.join(sorted(set(names) & BANNED))}"
    return None


def _whole(node: ast.BinOp | ast.AugAssign) -> bool:
    """A power of literal numbers, which the compiler works out: 2.0**-53, 10**6."""
    if not isinstance(node, ast.BinOp):
        return False
    right = node.right.operand if isinstance(node.right, ast.UnaryOp) else node.right
    return all(isinstance(side, ast.Constant) for side in (node.left, right))
