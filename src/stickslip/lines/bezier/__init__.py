"""Planar strings of Bezier curves."""
