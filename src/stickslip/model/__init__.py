"""What a person writes: validated declarations, no numerics."""
