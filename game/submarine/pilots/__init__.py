"""Pilots: anything that sees the world and gives controls."""
