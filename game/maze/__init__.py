"""A maze file becomes rock and water: read, check, rays, sweeps, ways through it."""
