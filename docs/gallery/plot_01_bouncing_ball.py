"""
A bouncing ball
===============

Newton's impact law: after impact n the apex is h e^(2n), and the ball rests after a finite time although it makes infinitely many impacts.
"""

import matplotlib.pyplot as plt

from stickslip.examples import bouncing_ball

result, found = bouncing_ball.run(dt=1e-3, t_end=4.5)

# %%
# Height of the lowest point, and where the energy went: all of it in impacts.

figure, (top, bottom) = plt.subplots(2, 1, sharex=True, figsize=(7, 5), layout="constrained")
top.plot(result.time, result["ball"].position[:, 2] - 0.1)
top.axvline(found["rest_time_exact"], color="grey", ls="--", lw=1, label="exact end of all impacts")
top.set_ylabel("height [m]")
top.legend()
bottom.plot(result.time, result.energy.total, label="energy")
bottom.plot(result.time, -result.energy.impacts, label="lost in impacts")
bottom.set(xlabel="t [s]", ylabel="energy [J]")
bottom.legend()

# %%
# How exactly were the laws met?

print(result.certificate)
