"""Shapes of contours, one per file."""
