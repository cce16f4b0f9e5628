"""Geometrically exact beams in space."""
