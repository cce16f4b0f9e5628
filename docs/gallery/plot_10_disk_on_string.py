"""
A disk dropped on an elastic string
===================================

Hard frictional contact of a disk with a string of Bezier elements: impacts, sticking, sliding.
"""

from stickslip.examples import disk_on_string

result, found = disk_on_string.run(t_end=4.0)
figure = disk_on_string.plot(result, found)
