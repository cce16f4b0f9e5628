"""Flexible lines: beams and strings."""
