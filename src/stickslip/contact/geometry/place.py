"""World poses of contours from the poses of the bodies that carry them."""

from __future__ import annotations

from stickslip._jit import njit
from stickslip.contact.geometry.frames import cross, norm, sub, tangents, unit_or
from stickslip.contact.kinds import LINE, PATCH


@njit
def place(contours, pose_r, pose_A, points_r, placed):
    """Compute r_C = r_B + A_IB r_BC and A_IC = A_IB A_BC of every contour; a patch follows its four points.

    Parameters
    ----------
    contours : Contours of nc contours
    pose_r, pose_A : (nb, 3), (nb, 3, 3) world poses of the bodies, axes in columns
    points_r : (np, 3) world positions of the points that span patches
    placed : Placed, overwritten
    """
    for c in range(contours.kind.shape[0]):
        if contours.kind[c] == PATCH:
            _place_patch(c, contours, points_r, placed)
        elif contours.corner[c, 0] >= 0:
            _place_line(c, contours, points_r, contours.corner[c, 0], contours.corner[c, 1], placed)
        elif contours.end[c] >= 0:
            _place_line(c, contours, pose_r, contours.body[c], contours.end[c], placed)
        else:
            _place_rigid(c, contours, pose_r, pose_A, placed)


@njit
def _place_rigid(c, contours, pose_r, pose_A, placed):
    """Compose the pose of the body with the body-fixed pose of contour c."""
    body = contours.body[c]
    placed.reach[c] = contours.radius[c]
    for i in range(3):
        placed.size[c, i] = contours.size[c, i]
        r = pose_r[body, i]
        for k in range(3):
            r += pose_A[body, i, k] * contours.r_BC[c, k]
        placed.r[c, i] = r
        for j in range(3):
            a = 0.0
            for k in range(3):
                a += pose_A[body, i, k] * contours.A_BC[c, k, j]
            placed.A[c, i, j] = a


@njit
def _place_line(c, contours, pose_r, a, b, placed):
    """Lay a segment, bar or circle (a and b the same) between two points of a flexible line."""
    d = (pose_r[b, 0] - pose_r[a, 0], pose_r[b, 1] - pose_r[a, 1], pose_r[b, 2] - pose_r[a, 2])
    length = norm(d)
    t = unit_or(d, length, (1.0, 0.0, 0.0))
    planar = contours.kind[c] >= LINE
    across = (-t[1], t[0], 0.0) if planar else tangents(t)[0]
    third = cross(t, across)
    radius = contours.size[c, 0]
    placed.size[c, 0], placed.size[c, 1], placed.size[c, 2] = radius, 0.5 * length, contours.size[c, 2]
    placed.reach[c] = 0.5 * length + radius
    for i in range(3):
        placed.r[c, i] = 0.5 * (pose_r[a, i] + pose_r[b, i])
        placed.x[c, 0, i], placed.x[c, 1, i] = pose_r[a, i], pose_r[b, i]
        if planar:  # along the first axis
            placed.A[c, i, 0], placed.A[c, i, 1], placed.A[c, i, 2] = t[i], across[i], third[i]
        else:  # along the third axis
            placed.A[c, i, 0], placed.A[c, i, 1], placed.A[c, i, 2] = across[i], third[i], t[i]


@njit
def _place_patch(c, contours, points_r, placed):
    """Copy the corners of patch c; its frame is (t_x, n x t_x, n) at the centre, its reach the farthest corner.

    A triangle is half of a parallelogram, whose fourth corner is added.
    """
    corner = contours.corner
    for i in range(3):
        mean = 0.0
        placed.size[c, i] = contours.size[c, i]
        for k in range(3):
            placed.x[c, k, i] = points_r[corner[c, k], i]
        placed.x[c, 3, i] = placed.x[c, 0, i] - placed.x[c, 1, i] + placed.x[c, 2, i]
        if corner[c, 3] >= 0:
            placed.x[c, 3, i] = points_r[corner[c, 3], i]
        for k in range(4):
            mean += 0.25 * placed.x[c, k, i]
        placed.r[c, i] = mean
    reach = 0.0
    for k in range(4):
        x = placed.x[c, k]
        reach = max(reach, norm((x[0] - placed.r[c, 0], x[1] - placed.r[c, 1], x[2] - placed.r[c, 2])))
    placed.reach[c] = reach + contours.size[c, 0]
    x0, x1, x2, x3 = placed.x[c, 0], placed.x[c, 1], placed.x[c, 2], placed.x[c, 3]
    diagonal_1 = (x2[0] - x0[0], x2[1] - x0[1], x2[2] - x0[2])
    diagonal_2 = (x3[0] - x1[0], x3[1] - x1[1], x3[2] - x1[2])
    normal = cross(diagonal_1, diagonal_2)  # t_x = d_1 - d_2, t_y = d_1 + d_2, up to a factor
    n = unit_or(normal, norm(normal), (0.0, 0.0, 1.0))
    t = sub(diagonal_1, diagonal_2)
    t_x = unit_or(t, norm(t), (1.0, 0.0, 0.0))
    t_y = cross(n, t_x)
    for i in range(3):
        placed.A[c, i, 0] = t_x[i]
        placed.A[c, i, 1] = t_y[i]
        placed.A[c, i, 2] = n[i]
