"""
Slit ring plate
===============

One side of the slit of a thin ring is lifted far above the other, which is clamped.
"""

from stickslip.examples import slit_plate

result, found = slit_plate.run(elements=5)
figure = slit_plate.plot(result, found)
