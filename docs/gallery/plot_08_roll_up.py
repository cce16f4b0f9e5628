"""
Rolling up a beam
=================

A cantilever under an end moment becomes a circle; with twice that moment, two of them.
"""

from stickslip.examples import roll_up

result, found = roll_up.run(turns=2)
figure = roll_up.plot(result, found)
