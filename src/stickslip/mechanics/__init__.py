"""Kernels of mechanics: pure functions over arrays, one concept per file."""
