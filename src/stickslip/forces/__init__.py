"""Forces: single-valued laws."""
