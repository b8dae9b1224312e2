"""Fish: species as data, the life cycle, what a fish knows, how it swims; all fish at once."""
