"""Types of the arrays that all layers share: float64 and int64, C order; shapes stand where they are used."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
