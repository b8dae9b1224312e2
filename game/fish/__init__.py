"""Fish: species as data, the life cycle, what a fish knows and how it swims, for all fish at once."""
