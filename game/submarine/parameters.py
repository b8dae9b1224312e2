"""The submarine's numbers as data."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from pydantic import BaseModel, ConfigDict, Field

from game.maze.toml_file import TomlFile


class SubmarineParameters(BaseModel):
    """The submarine (metres, seconds, degrees), from `submarine.toml`."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True, allow_inf_nan=False)

    radius: float = Field(gt=0, le=100, description="m")
    top_speed: float = Field(gt=0, le=100, description="m/s at full thrust without boost")
    thrust: float = Field(gt=0, le=1000, description="m/s² at full thrust from rest")
    boost: float = Field(ge=0, le=10, description="share of thrust that full boost adds")
    heave_speed: float = Field(gt=0, le=100, description="m/s, straight up or down")
    heave_thrust: float = Field(gt=0, le=1000, description="m/s² at full heave from rest")
    slip_drag: float = Field(ge=0, le=60, description="1/s; how fast sideways slip dies")
    still_drag: float = Field(ge=0, le=60, description="1/s; how fast the last drift dies")
    yaw_rate: float = Field(gt=0, le=720, description="degrees/s at full yaw")
    yaw_time: float = Field(gt=0, le=10, description="s; time constant of turning")
    pitch_rate: float = Field(gt=0, le=720, description="degrees/s at full pitch")
    pitch_time: float = Field(gt=0, le=10, description="s; time constant of pitching")
    pitch_limit: float = Field(gt=0, lt=90, description="degrees, nose up or down")
    levelling_rate: float = Field(ge=0, le=60, description="1/s; how fast it levels itself")


@cache
def parameters() -> SubmarineParameters:
    """The submarine that ships."""
    data = files("game.submarine").joinpath("submarine.toml").read_bytes()
    return SubmarineParameters.model_validate(TomlFile.read(data, name="submarine.toml").values)
