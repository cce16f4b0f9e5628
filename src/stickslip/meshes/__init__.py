"""Triangle meshes: reading, checks, mass properties, convex hulls and pieces."""
