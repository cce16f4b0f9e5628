"""
An elastic bar hits a wall
==========================

The contact force is constant while the wave runs to the free end and back; the bar then leaves the wall. No contact stiffness is involved.
"""

from stickslip.examples import bar_impact

result, found = bar_impact.run(integrator="Theta")
figure = bar_impact.plot(result, found)

# %%
print(f"contact lasts {1e6 * found['contact_duration']:.1f} us, exact {1e6 * found['contact_duration_exact']:.1f} us")
