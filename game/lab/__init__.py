"""The laboratory: benchmarks and, later, behaviour tests."""
