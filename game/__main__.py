"""`python -m game` is `shoal`."""

from game.cli import main

main()
