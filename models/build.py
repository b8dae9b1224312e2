"""Make every model again: `python models/build.py [FOLDER]`, byte for byte what is there."""

import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

HERE = Path(__file__).resolve().parent
NAMES = ("sardine", "barracuda", "lionfish", "submarine")


def build(folder: Path) -> Iterator[Path]:
    """Write all models into a folder, and name each file as it is written."""
    for name in NAMES:
        module = import_module(f"models.{name}")
        yield from module.write(folder)


def main() -> None:
    """Build into the folder given, or where the committed files are."""
    sys.path.insert(0, str(HERE.parent))
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else HERE
    folder.mkdir(parents=True, exist_ok=True)
    for path in build(folder):
        print(f"{path.name:24} {path.stat().st_size:8,} bytes")


if __name__ == "__main__":
    main()
