"""
Cook's membrane
===============

A tapered panel under shear: linear cells are too stiff, quadratic ones converge.
"""

from stickslip.examples import cook_membrane

result, found = cook_membrane.run()
figure = cook_membrane.plot(result, found)
