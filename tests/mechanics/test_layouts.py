"""Layouts of parameter blocks: offsets and packing agree."""

import numpy as np
import pytest

from stickslip.mechanics.layouts import Layout


def test_offsets_are_where_packing_puts_the_parts():
    layout = Layout(3, tau=1, C=4, place=2)
    block = layout.pack(C=np.arange(4.0).reshape(2, 2), place=(8.0, 9.0), tau=7)
    assert (layout.tau, layout.C, layout.place, layout.size) == (3, 4, 8, 10)
    np.testing.assert_array_equal(block, [7.0, 0.0, 1.0, 2.0, 3.0, 8.0, 9.0])


@pytest.mark.parametrize("parts", [{"tau": 1.0}, {"tau": 1.0, "C": 0.0}, {"tau": 1.0, "C": [0.0, 1.0], "D": 1.0}])
def test_each_part_is_given_with_its_size(parts):
    with pytest.raises(ValueError, match="must"):
        Layout(tau=1, C=2).pack(**parts)


def test_unknown_parts_are_named():
    with pytest.raises(AttributeError, match=r"'C'.*tau"):
        _ = Layout(tau=1).C
