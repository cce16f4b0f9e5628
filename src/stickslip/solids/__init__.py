"""Elastic solids."""
