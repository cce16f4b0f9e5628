"""Geometrically exact shells of directors."""
