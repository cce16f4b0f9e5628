"""Figures of the sources, computed anew: one module per source, one function per figure."""
