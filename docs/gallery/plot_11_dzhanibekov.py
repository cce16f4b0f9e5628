"""
The turning nut
===============

A free body that spins about its middle axis turns over again and again.
"""

from stickslip.examples import dzhanibekov

result, found = dzhanibekov.run()
figure = dzhanibekov.plot(result, found)
