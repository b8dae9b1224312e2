"""A pilot that follows a script file.

    format = 1

    [[at]]
    time = 0.0        # s; from this tick on ...
    thrust = 1.0      # ... these controls, in [-1, 1]; those left out are 0
    yaw = 0.2

    [[at]]
    time = 2.5
    heave = -1.0

Controls hold until the next entry; before the first, hands are off. Times ascend and are rounded
to whole ticks of 1/60 s.
"""

from __future__ import annotations

from bisect import bisect_right
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from game.maze.faults import Faults
from game.maze.toml_file import TomlFile, validate
from game.submarine.controls import STILL, Controls
from game.submarine.hull import RATE
from game.submarine.pilots.world import World


class Entry(BaseModel):
    """The controls from one time on."""

    model_config = ConfigDict(strict=True, extra="forbid", allow_inf_nan=False)

    time: float = Field(ge=0, le=1e6, description="s")
    thrust: float = Field(0.0, ge=-1, le=1, description="forward or back")
    yaw: float = Field(0.0, ge=-1, le=1, description="left or right")
    pitch: float = Field(0.0, ge=-1, le=1, description="nose up or down")
    heave: float = Field(0.0, ge=-1, le=1, description="rise or sink")
    boost: float = Field(0.0, ge=0, le=1, description="more thrust")


class ScriptTable(BaseModel):
    """A script file, format 1."""

    model_config = ConfigDict(strict=True, extra="forbid", allow_inf_nan=False)

    format: Literal[1] = Field(description="the version of this format")
    at: list[Entry] = Field(min_length=1, description="controls by time")


class Script:
    """A pilot with a list of timed controls.

    Args:
        entries: tick and controls, ascending.
    """

    def __init__(self, entries: list[tuple[int, Controls]]) -> None:
        """Keep the entries."""
        self._ticks = [tick for tick, _ in entries]
        self._controls = [controls for _, controls in entries]

    def __call__(self, world: World) -> Controls:
        """The controls of the last entry that has begun."""
        begun = bisect_right(self._ticks, world.tick)
        return self._controls[begun - 1] if begun else STILL


def read_script(source: Path | str) -> Script:
    """Read a script file, or a script that is written inline.

    Raises:
        Faults: with everything that is wrong.
    """
    return script_of(TomlFile.read(source))


def script_of(file: TomlFile) -> Script:
    """Make a pilot of a script file that has been read.

    Raises:
        Faults: with everything that is wrong.
    """
    table, faults = validate(ScriptTable, file.values, file)
    if table is None:
        raise Faults(faults)
    entries = [
        (int(one.time * RATE + 0.5), Controls(one.thrust, one.yaw, one.pitch, one.heave, one.boost))
        for one in table.at
    ]
    for n in range(1, len(entries)):
        if entries[n][0] <= entries[n - 1][0]:
            message = "times must ascend, by a tick (1/60 s) at least"
            faults.append(file.fault(("at", n, "time"), message))
    if faults:
        raise Faults(faults)
    return Script(entries)
