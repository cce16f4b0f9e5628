"""Own schemes for smooth systems."""
