"""Shoal: a 3D underwater maze game and a laboratory for fish behaviour."""

__version__ = "0.1.0"
