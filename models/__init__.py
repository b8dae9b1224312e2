"""3D models of the game, and the scripts that make them."""
