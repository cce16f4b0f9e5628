"""
Slider-crank with play
======================

The slider has play in its guide: its corners hit the walls and slide along them.
"""

from stickslip.examples import slider_crank

result, found = slider_crank.run(integrator="Bathe")
figure = slider_crank.plot(result, found)
