"""Strings without bending stiffness."""
