"""
Flying spaghetti
================

A free, very flexible beam is pushed and turned at one end, then flies without loads. The energy-momentum scheme keeps its energy.
"""

from stickslip.examples import flying_spaghetti

result, found = flying_spaghetti.run()
figure = flying_spaghetti.plot(result, found)
