"""Floating beams in the plane."""
