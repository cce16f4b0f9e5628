"""The command ``stickslip``."""
