"""A TOML file with places: tomllib gives the values, tree-sitter says where each one stands."""

from __future__ import annotations

import difflib
import re
import tomllib
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeVar, get_args

import tree_sitter_toml
from pydantic import BaseModel, ValidationError
from tree_sitter import Language, Node, Parser

from game.maze.faults import Fault, Faults, Place, listed

LARGEST: Final = 4 * 1024 * 1024
"""Bytes; a larger file is not read."""
DEEPEST: Final = 32
"""Brackets within brackets, or parts of a dotted key; more is refused."""

Key = tuple[str | int, ...]
M = TypeVar("M", bound=BaseModel)

_LANGUAGE: Final = Language(tree_sitter_toml.language())
_KEYS: Final = ("bare_key", "quoted_key", "dotted_key")
_BREAK: Final = re.compile(r"\r\n|\n|\r")


class Places(NamedTuple):
    """Where one key stands."""

    key: Place
    value: Place
    header: bool
    """It is a table; its place is that of its header."""


class TomlFile:
    """A TOML text that has been read.

    Attributes:
        name: what faults call the file.
        text: the text as it stands, without a byte order mark.
        values: what tomllib makes of it.
    """

    def __init__(self, name: str, text: str, values: dict[str, Any], places: dict[Key, Places]):
        """Use `TomlFile.read`."""
        self.name, self.text, self.values = name, text, values
        self._places = places
        self._lines = _BREAK.split(text)

    @classmethod
    def read(cls, source: Path | bytes | str, *, name: str | None = None) -> TomlFile:
        """Read a file, or a text that was read before.

        Raises:
            Faults: when it cannot be opened, is no text or no TOML; other faults are not looked
                for then.
        """
        if isinstance(source, Path):
            name = name or str(source)
            source = _bytes_of(source, name)
        name = name or "<text>"
        data = source.encode("utf-8", "surrogatepass") if isinstance(source, str) else source
        text = _text_of(data, name)
        lines = _BREAK.split(text)
        tree = _Tree(text, name)
        values = _values_of(text, name, lines)
        return cls(name, text, values, tree.places)

    def line(self, number: int) -> str:
        """A line of the text, counted from 1."""
        return self._lines[number - 1] if 0 < number <= len(self._lines) else ""

    def place(self, key: Iterable[str | int], what: str = "value") -> Place:
        """Where a key (`what="key"`), its value, or its table's header stands.

        A key that is not there is placed at what it would be part of.
        """
        path = tuple(key)
        while path not in self._places:
            if not path:
                return Place(1, 1)
            path, what = path[:-1], "value"
        places = self._places[path]
        return places.key if what == "key" else places.value

    def keys_under(self, key: Key) -> list[Key]:
        """The full keys that stand directly under another, in the order of the text."""
        n = len(key) + 1
        return [k for k in self._places if len(k) == n and k[:-1] == key]

    def fault(self, at: Iterable[str | int] | Place, message: str, what: str = "value") -> Fault:
        """A fault at a key's value, or at a place."""
        place = at if isinstance(at, Place) else self.place(at, what)
        return Fault(self.name, place, message, source=self.line(place.line))

    def warning(self, at: Iterable[str | int], message: str, what: str = "value") -> Fault:
        """A warning at a key's value."""
        place = self.place(at, what)
        return Fault(self.name, place, message, "warning", self.line(place.line))


def _bytes_of(path: Path, name: str) -> bytes:
    try:
        with path.open("rb") as file:
            data = file.read(LARGEST + 1)
    except OSError as error:
        reason = error.strerror or str(error)
        raise Faults([Fault(name, Place(1, 1), f"cannot be read: {reason}")]) from None
    except ValueError as error:
        raise Faults([Fault(name, Place(1, 1), f"cannot be read: {error}")]) from None
    return data


def _text_of(data: bytes, name: str) -> str:
    """Decode a file, naming what it is when it is no UTF-8 text."""
    if len(data) > LARGEST:
        message = f"the file is larger than {LARGEST // 2**20} MiB"
        raise Faults([Fault(name, Place(1, 1), message)])
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        message = "this is UTF-16 text; save the file as UTF-8"
        raise Faults([Fault(name, Place(1, 1), message)])
    if b"\x00" in data:
        raise Faults([Fault(name, Place(1, 1), "this is a binary file, not a text")])
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = data[: error.start].decode("utf-8-sig", "replace")
        place = _place_at(before, len(before))
        message = f"this is no UTF-8 text: byte 0x{data[error.start]:02x}"
        raise Faults([Fault(name, place, message)]) from None
    alone = re.search(r"\r(?!\n)", text)
    if alone:
        place = _place_at(text, alone.start())
        message = "a carriage return without a line feed; end lines with LF or CRLF"
        raise Faults([Fault(name, place, message, source=text[: alone.start()].split("\n")[-1])])
    return text


def _place_at(text: str, offset: int) -> Place:
    lines = _BREAK.split(text[:offset])
    return Place(len(lines), len(lines[-1]) + 1)


_AT: Final = re.compile(r" \(at (?:line (\d+), column (\d+)|end of document)\)$")


def _values_of(text: str, name: str, lines: list[str]) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        said = str(error)
        found = _AT.search(said)
        if found and found[1]:
            place = Place(int(found[1]), int(found[2]))
        else:
            place = _place_at(text, len(text))
        message = f"{_AT.sub('', said)}; no other faults were looked for"
        source = lines[place.line - 1] if place.line <= len(lines) else ""
        raise Faults([Fault(name, place, message, source=source)]) from None
    except (RecursionError, ValueError) as error:
        # A number of more digits than Python will read, or nesting that the tree did not show.
        message = f"this cannot be read: {error}; no other faults were looked for"
        raise Faults([Fault(name, Place(1, 1), message)]) from None


class _Tree:
    """The places of all keys of a text."""

    def __init__(self, text: str, name: str) -> None:
        data = text.encode("utf-8", "surrogatepass")
        self._data = data
        self._starts = [0, *(m.end() for m in re.finditer(rb"\n", data))]
        self._name = name
        self.places: dict[Key, Places] = {}
        self._counts: dict[Key, int] = {}
        root = Parser(_LANGUAGE).parse(data).root_node
        self._refuse_depth(root)
        self._read(root)

    def _place(self, node: Node) -> Place:
        row = bisect_right(self._starts, node.start_byte) - 1
        before = self._data[self._starts[row] : node.start_byte]
        return Place(row + 1, len(before.decode("utf-8", "replace")) + 1)

    def _refuse_depth(self, root: Node) -> None:
        cursor, depth = root.walk(), 0
        while True:
            if cursor.goto_first_child():
                depth += 1
            else:
                while not cursor.goto_next_sibling():
                    if not cursor.goto_parent():
                        return
                    depth -= 1
            if depth > 2 * DEEPEST and cursor.node is not None:
                message = f"nested more than {DEEPEST} deep"
                raise Faults([Fault(self._name, self._place(cursor.node), message)])

    def _read(self, root: Node) -> None:
        for node in root.children:
            if node.type == "pair":
                self._pair(node, ())
            elif node.type in ("table", "table_array_element"):
                self._table(node)

    def _table(self, node: Node) -> None:
        head = next((child for child in node.children if child.type in _KEYS), None)
        if head is None:
            return
        key = self._resolve(tuple(self._parts(head)))
        place = self._place(node)
        if node.type == "table_array_element":
            count = self._counts.get(key, 0)
            self._counts[key] = count + 1
            self.places.setdefault(key, Places(self._place(head), place, True))
            key = (*key, count)
        self._add(key, Places(self._place(head), place, True))
        for child in node.children:
            if child.type == "pair":
                self._pair(child, key)

    def _resolve(self, key: Key) -> Key:
        """A header's key with the number of the last element of every array on its way."""
        out: Key = ()
        for n, part in enumerate(key):
            out = (*out, part)
            if out in self._counts and n + 1 < len(key):
                out = (*out, self._counts[out] - 1)
        return out

    def _pair(self, node: Node, under: Key) -> None:
        named = [child for child in node.children if child.is_named and child.type != "comment"]
        if len(named) < 2 or named[0].type not in _KEYS:
            return
        key = (*under, *self._parts(named[0]))
        self._add(key, Places(self._place(named[0]), self._place(named[1]), False))
        self._value(named[1], key)

    def _value(self, node: Node, key: Key) -> None:
        if node.type == "inline_table":
            for child in node.children:
                if child.type == "pair":
                    self._pair(child, key)
        elif node.type == "array":
            items = [c for c in node.children if c.is_named and c.type != "comment"]
            for n, child in enumerate(items):
                place = self._place(child)
                self._add((*key, n), Places(place, place, False))
                self._value(child, (*key, n))

    def _add(self, key: Key, places: Places) -> None:
        for n in range(1, len(key)):
            self.places.setdefault(key[:n], places)
        self.places[key] = places

    def _parts(self, node: Node) -> Iterator[str]:
        if node.type == "dotted_key":
            for child in node.children:
                if child.type in _KEYS:
                    yield from self._parts(child)
            return
        text = (node.text or b"").decode("utf-8", "replace")
        if node.type == "quoted_key":
            try:
                yield next(iter(tomllib.loads(f"{text} = 0")))
            except tomllib.TOMLDecodeError:
                yield text
        else:
            yield text


# -- values against a model ------------------------------------------------------------------------


def validate(
    model: type[M], values: Any, file: TomlFile, at: Key = ()
) -> tuple[M | None, list[Fault]]:
    """Check a table against a model, all errors at once, each at its place.

    Args:
        model: what the table must be.
        values: the table.
        file: where it stands.
        at: the key of the table.

    Returns:
        The model, or None with the faults.
    """
    try:
        return model.model_validate(values), []
    except ValidationError as error:
        return None, listed(error.errors(), lambda one: _fault(model, file, at, one))


def _fault(model: type[BaseModel], file: TomlFile, at: Key, error: Any) -> Fault:
    loc: Key = tuple(error["loc"])
    key = (*at, *loc)
    name = next((part for part in reversed(key) if isinstance(part, str)), "the file")
    kind = error["type"]
    if kind == "missing":
        return file.fault(key[:-1], f"'{name}' is missing")
    if kind == "extra_forbidden":
        near = difflib.get_close_matches(str(name), list(_fields_at(model, loc[:-1])), 1)
        hint = f"; did you mean '{near[0]}'?" if near else ""
        return file.fault(key, f"unknown key '{name}'{hint}", "key")
    return file.fault(key, f"'{name}' {_plain(error)}")


def _plain(error: Any) -> str:
    """What pydantic says, said to somebody who writes a file."""
    kind, context, value = error["type"], error.get("ctx", {}), error["input"]
    if kind == "value_error":
        return str(context["error"])
    if kind in ("too_short", "too_long"):
        bound = context.get("min_length", context.get("max_length"))
        most = "at least" if kind == "too_short" else "at most"
        return f"must have {most} {bound} items, not {context['actual_length']}"
    said = re.sub(r"^Input should be ", "must be ", error["msg"])
    said = said.replace("a valid dictionary or instance of", "a table,").replace("valid ", "")
    said = (
        said.replace("a integer", "a whole number")
        .replace("a list", "an array")
        .replace("must be a dictionary", "must be a table")
    )
    return f"{said}, not {_short(value)}"


def _short(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, dict):
        return "a table"
    if isinstance(value, list):
        return "an array"
    text = repr(value)
    return text if len(text) <= 40 else text[:37] + "..."


def _fields_at(model: type[BaseModel], loc: Key) -> Iterable[str]:
    """The keys that the table at a place in a model may have."""
    kind: Any = model
    for part in loc:
        if isinstance(part, int):
            kind = next(iter(get_args(kind)), None)
        elif isinstance(kind, type) and issubclass(kind, BaseModel) and part in kind.model_fields:
            kind = kind.model_fields[part].annotation
        else:
            return ()
    if isinstance(kind, type) and issubclass(kind, BaseModel):
        return kind.model_fields
    return ()
