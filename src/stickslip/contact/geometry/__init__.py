"""Closest-feature kernels: one file per family of contour pairs."""
