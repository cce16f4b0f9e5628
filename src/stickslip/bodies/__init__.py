"""Rigid, prescribed and linear bodies."""
