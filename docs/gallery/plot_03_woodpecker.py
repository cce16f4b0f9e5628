"""
The woodpecker toy
==================

A sleeve with play slides down a pole, a spring carries the bird, and its beak hits the pole. Sticking, sliding and four kinds of impacts in
one period.
"""

from stickslip.examples import woodpecker

result, found = woodpecker.run(dt=2.5e-5, t_end=1.2)
figure = woodpecker.plot(result, found)

# %%
print(f"picking frequency {found['picking_frequency']:.2f} Hz")
