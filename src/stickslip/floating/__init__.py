"""Small deflections on the motion of a frame."""
