"""Colours of parts: the same in the viewer, in pictures and in exported files."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from stickslip._arrays import Floats
from stickslip.viz.scene import Part

PALETTE = (0x4F7CAC, 0xC98A3B, 0x6B9A6E, 0xB4605A, 0x8C77B0, 0x4FA3A5, 0xA8925A, 0x7D8B9C, 0xC27B98, 0x5F8F4E)
ROLES = {"ground": 0x9AA5B1, "joint": 0x3F4A57, "spring": 0x8A6D3B}


def part_colours(parts: Iterable[Part]) -> list[int]:
    """Return 0xRRGGBB of every part: that of its role, or the next of the palette."""
    out, number = [], 0
    for part in parts:
        out.append(ROLES.get(part.role, PALETTE[number % len(PALETTE)]))
        number += part.role not in ROLES
    return out


def rgb(colour: int) -> Floats:
    """Return red, green and blue (3,) from 0 to 1."""
    return np.array([colour >> 16 & 255, colour >> 8 & 255, colour & 255]) / 255.0
