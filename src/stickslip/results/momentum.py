"""Total momenta of a run and the impulses that changed them."""

from __future__ import annotations

import numpy as np


class Momentum:
    """Momenta of all bodies about the origin, and impulses of outer forces since the start; each (n, 3).

    Outer forces are weight, loads, and all that acts between the bodies and the ground or prescribed bodies. A
    `LinearBody` has no rigid motion and is not among the bodies. Impulses are NaN where they were not kept.
    """

    def __init__(self, time: np.ndarray, table: np.ndarray) -> None:
        self.time = time
        self.table = table

    @property
    def known(self) -> bool:
        """False where there are no impulses: in statics, and in files of versions that did not keep them."""
        return bool(np.any(self.table)) and not bool(np.isnan(self.table[:, 6:]).all())

    @property
    def linear(self) -> np.ndarray:
        """Linear momentum (n, 3) [N s]."""
        return self.table[:, 0:3]

    @property
    def angular(self) -> np.ndarray:
        """Angular momentum about the origin (n, 3) [N m s]."""
        return self.table[:, 3:6]

    @property
    def impulse(self) -> np.ndarray:
        """Impulse of outer forces (n, 3) [N s]."""
        return self.table[:, 6:9]

    @property
    def moment(self) -> np.ndarray:
        """Moment of this impulse about the origin (n, 3) [N m s]."""
        return self.table[:, 9:12]

    @property
    def linear_remainder(self) -> np.ndarray:
        """Change of linear momentum that no outer impulse explains (n, 3) [N s]: the scheme's own."""
        return self.linear - self.linear[:1] - self.impulse + self.impulse[:1]

    @property
    def angular_remainder(self) -> np.ndarray:
        """Change of angular momentum that no outer moment explains (n, 3) [N m s]: the scheme's own."""
        return self.angular - self.angular[:1] - self.moment + self.moment[:1]

    def __repr__(self) -> str:
        return f"<momenta of {len(self.time)} instants: linear, angular, impulse, moment and what remains of them>"
