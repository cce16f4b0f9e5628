"""
Newton's cradle
===============

Three balls that touch, the first one strikes. Newton's law sees all contacts at once and gives (-1/3, 2/3, 2/3); with a gap of a millimetre the
impacts happen one after the other, and the toy's answer comes out. Momentum and energy are exact in both.
"""

import matplotlib.pyplot as plt
import numpy as np

from stickslip.examples import newton_cradle

figure, axis = plt.subplots(figsize=(7, 3.4), layout="constrained")
for shift, gap in ((-0.2, 0.0), (0.2, 1e-3)):
    result, found = newton_cradle.run(gap=gap)
    balls = [name for name in result.names if name != "ground"]
    start = result[balls[0]].velocity[0, 0]
    after = [result[name].velocity[-1, 0] / start for name in balls]
    axis.bar(np.arange(len(balls)) + shift, after, width=0.35, label=f"gap {1e3 * gap:g} mm")
axis.axhline(0, color="black", lw=0.8)
axis.set_xticks(np.arange(len(balls)), [f"ball {k + 1}" for k in range(len(balls))])
axis.set_ylabel("velocity after / speed of the first before")
axis.legend()
