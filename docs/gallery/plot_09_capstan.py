"""
A rope around a capstan
=======================

Euler and Eytelwein: friction lets the tension grow with the exponential of the wrap angle.
"""

from stickslip.examples import capstan

result, found = capstan.run()
figure = capstan.plot(result, found)
