"""An independent checker of results: declarations and recorded states in, violations out.

It computes places, gaps, laws, momentum and energy anew in plain NumPy, from textbook formulas, and shares no kernel
with the simulation: it imports declarations (``model``) and what was recorded (``results``), nothing else. It is
written to be read, not to be quick.
"""
