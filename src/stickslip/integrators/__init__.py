"""Time integration: schemes, compiled step loops and the driver ``simulate``."""
