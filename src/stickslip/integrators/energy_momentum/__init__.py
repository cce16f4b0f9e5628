"""Energy-momentum stepping."""
