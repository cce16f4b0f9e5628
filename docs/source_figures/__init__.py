"""Figures of the sources, recomputed: one module per source, one function per figure."""
