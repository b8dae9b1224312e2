"""The arithmetic of a tick: only what gives the same last bit on every processor.

Allowed inside a tick are + - * / sqrt, floor, comparison and written-out sums of three terms. What
goes through the C library's or BLAS's own roads (exp, log, powers, trigonometry, hypot, einsum,
matmul, float sums) is not, nor is any clock, global chance, or a sort that leaves the order of
equal things open. Of `numpy` and `math` only the names listed here may be used, so that a function
nobody thought of is found too; methods of arrays are held against a list of what is wrong. Names
are found in the syntax tree: a comment or a string does not count.

What is worked out once at load may use more, and rounds it: anything inside `constant(...)` may,
and so may the few functions of `LOAD_TIME`.
"""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
FOLDERS = ("steering", "fish", "submarine", "simulation")
KERNELS = ("arrays", "grid", "rays", "sweep", "clearance", "eject", "flow")

_NUMPY = """
ndarray float64 int8 int32 int64 uint8 uint64 bool_ inf nan pi errstate
array asarray ascontiguousarray zeros zeros_like ones ones_like empty empty_like full full_like
arange tile repeat stack vstack concatenate broadcast_to broadcast_shapes pad roll meshgrid
triu_indices where flatnonzero nonzero count_nonzero take_along_axis searchsorted sort argsort
argmin argmax unique bincount any all isfinite isinf isnan sqrt floor ceil trunc rint abs sign
copysign minimum maximum clip add subtract multiply divide negative logical_and logical_or
logical_not
"""
NUMPY = frozenset(_NUMPY.split())
MATH = frozenset({"floor", "ceil", "isfinite", "isinf", "isnan", "inf", "nan", "pi", "sqrt"})
_METHODS = """
sum nansum fsum sumprod mean average std var prod cumsum cumprod dot vdot inner outer tensordot
einsum matmul trace norm dist interp reduce accumulate reduceat
exp exp2 expm1 log log2 log10 log1p power pow float_power cbrt hypot
sin cos tan sinh cosh tanh asin acos atan atan2 arcsin arccos arctan arctan2
deg2rad rad2deg radians degrees random linalg fft
"""
METHODS = frozenset(_METHODS.split())
"""Wrong as a method, and as a bare name unless it is the project's own."""
CLOCKS = frozenset({"time", "datetime", "random", "secrets", "uuid", "cmath", "statistics"})
SORTS = frozenset({"sort", "argsort"})

COUNTS = {
    ("steering/neighbours.py", "_candidates", "cumsum"): "whole numbers",
}
"""Uses of a wrong name on numbers that make it right."""
LOAD_TIME = {
    ("steering/model.py", "strike_smoothing"): "a species' constant, rounded",
    ("steering/model.py", "turning_radius"): "only for warnings",
    ("submarine/hull.py", "Submarine.__init__"): "the submarine's constants, rounded",
}
"""Functions that run once, before the first tick."""


class Finding(NamedTuple):
    """One use of what is not allowed."""

    file: str
    line: int
    where: str
    what: str


def sources() -> list[Path]:
    """The files whose code runs inside a tick."""
    files = [p for folder in FOLDERS for p in sorted((ROOT / "game" / folder).rglob("*.py"))]
    return files + [ROOT / "game" / "maze" / f"{name}.py" for name in KERNELS]


def findings(path: Path) -> list[Finding]:
    """What a file uses that it must not."""
    file = path.relative_to(ROOT / "game").as_posix()
    found = check(path.read_text(encoding="utf-8"), file)
    return [one for one in found if (file, one.where, one.what) not in COUNTS]


def check(
    code: str, file: str = "<code>", spared: Collection[tuple[str, str]] = tuple(LOAD_TIME)
) -> Iterator[Finding]:
    """Yield what some code uses that it must not, but for the functions that are spared."""
    tree = ast.parse(code)
    own = {
        alias.asname or alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("game.")
        for alias in node.names
    } | {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}
    spared_here = {name for place, name in spared if place == file}
    yield from _walk(tree, file, own, spared_here, "")


def _walk(
    node: ast.AST, file: str, own: set[str], spared: set[str], where: str
) -> Iterator[Finding]:
    for child in ast.iter_child_nodes(node):
        inside = where
        if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            inside = f"{where}.{child.name}".lstrip(".")
        if inside in spared or (isinstance(child, ast.Call) and _called(child) == "constant"):
            continue
        what = _wrong(child, own)
        if what:
            yield Finding(file, getattr(child, "lineno", 0), where, what)
        yield from _walk(child, file, own, spared, inside)


def _wrong(node: ast.AST, own: set[str]) -> str | None:
    match node:
        case ast.BinOp(op=ast.MatMult()) | ast.AugAssign(op=ast.MatMult()):
            return "@"
        case ast.BinOp(op=ast.Pow()) | ast.AugAssign(op=ast.Pow()) if not _whole(node):
            return "**"
        case ast.Attribute(value=ast.Name(id="np" | "numpy")):
            return None if node.attr in NUMPY else node.attr
        case ast.Attribute(value=ast.Name(id="math")):
            return None if node.attr in MATH else node.attr
        case ast.Attribute() if node.attr in METHODS:
            return node.attr
        case ast.Name() if node.id in METHODS - own:
            return node.id
        case ast.Call() if _called(node) in SORTS and not _stable(node):
            return "a sort that is not stable"
        case ast.Import() | ast.ImportFrom():
            return _imported(node)
    return None


def _imported(node: ast.Import | ast.ImportFrom) -> str | None:
    """What an import brings in that must not be there."""
    names = [alias.name for alias in node.names]
    if isinstance(node, ast.Import):
        wrong = [name for name in names if name.split(".")[0] in CLOCKS or "numpy." in name]
        renamed = [
            alias.name
            for alias in node.names
            if alias.asname and alias.name in ("numpy", "math") and alias.asname != "np"
        ]
        return next(iter(wrong + renamed), None)
    module = node.module or ""
    if module.split(".")[0] in CLOCKS or (module.startswith("numpy.") and module != "numpy.typing"):
        return module
    allowed = {"numpy": NUMPY, "math": MATH}.get(module)
    return next((name for name in names if allowed is not None and name not in allowed), None)


def _called(node: ast.Call) -> str | None:
    """The last name of what is called."""
    match node.func:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
    return None


def _stable(node: ast.Call) -> bool:
    """Whether a sort is: that of a list, which alone has a `key`, or of an array by request."""
    return any(
        word.arg == "key"
        or (
            word.arg == "kind"
            and isinstance(word.value, ast.Constant)
            and word.value.value == "stable"
        )
        for word in node.keywords
    )


def _whole(node: ast.BinOp | ast.AugAssign) -> bool:
    """A power of literal numbers, which the compiler works out: 2.0**-53, 10**6."""
    if not isinstance(node, ast.BinOp):
        return False
    right = node.right.operand if isinstance(node.right, ast.UnaryOp) else node.right
    return all(isinstance(side, ast.Constant) for side in (node.left, right))
