"""Kinds of contours that kernels know, by number. Pairs are stored with kind(a) <= kind(b)."""

from __future__ import annotations

PLANE = 0  # half space z <= 0 of the contour frame (spatial); outward normal = third axis
PATCH = 1  # bilinear patch on four moving points, or a triangle on three; side a; size = (radius, 1 if triangle, depth)
CUBOID = 2  # size = half edge lengths (3)
CYLINDER = 3  # axis = third axis, size = (radius, half length, 0); half length 0 is a disk
SEGMENT = 4  # capsule: segment along the third axis, size = (radius, half length, 0); radius 0 is a line segment
SPHERE = 5  # size = (radius, 0, 0); radius 0 is a point
RING = 6  # circle around a pole, across the third axis, size = (radius, 0, 0)
NODE = 7  # node of the surface of a solid, a ball for all partners that do not meet its facets; size = (radius, 0, 0)
CONVEX = 8  # hull of disks across the third axis, rounded; what has no kernels of its own
FOREIGN = 9  # first of those from outside of the package, in space
LINE = 40  # planar half plane y <= 0 of the contour frame; outward normal = second axis; planar kinds start here
RECTANGLE = 41  # planar, size = (half width, half height, 0)
BAR = 42  # planar line segment along the first axis with rounded ends, size = (radius, half length, depth)
CIRCLE = 43  # planar, size = (radius, 0, 0); radius 0 is a point; radius < 0 is a hole of radius |radius|
PLANAR_FOREIGN = 44  # first of those from outside of the package, in the plane
KINDS = 64  # more than all numbers

# A BAR or PATCH of a depth > 0 is the boundary of a solid: material lies below its second (third) axis, and nothing
# behind it counts that is deeper. Without a depth, bars have two sides.

WALL = 0.25  # least thickness of the wall around a hole, relative to its radius: points and corners must not pass it
