"""Multistep schemes for smooth systems with sparse matrices."""
