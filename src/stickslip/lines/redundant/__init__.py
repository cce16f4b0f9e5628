"""Planar beams of the redundant coordinate method."""
