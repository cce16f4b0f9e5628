"""Spatial beams of small deflections."""
