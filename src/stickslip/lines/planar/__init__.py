"""Geometrically exact beams in the plane."""
