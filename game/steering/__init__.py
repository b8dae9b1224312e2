"""Steering: pure functions on (N, 3) arrays. Imports numpy and nothing of the game."""
