"""Floating solids in the plane and in space."""
