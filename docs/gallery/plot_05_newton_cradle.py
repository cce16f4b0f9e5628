"""
Newton's cradle
===============

Three balls that touch, the first one strikes. Newton's law sees all contacts at once and gives (-1/3, 2/3, 2/3); with a gap of a millimetre the
impacts happen one after the other, and the toy's answer comes out.
"""

import matplotlib.pyplot as plt

from stickslip.examples import newton_cradle

figure, axes = plt.subplots(1, 2, sharey=True, figsize=(9, 3.2), layout="constrained")
for axis, gap in zip(axes, (0.0, 1e-3)):
    result, found = newton_cradle.run(gap=gap)
    balls = [name for name in result.names if name != "ground"]
    for name in balls:
        axis.plot(result.time, result[name].velocity[:, 0], label=name)
    axis.set(xlabel="t [s]", title=f"gap {1e3 * gap:g} mm")
axes[0].set_ylabel("velocity [m/s]")
axes[0].legend()
