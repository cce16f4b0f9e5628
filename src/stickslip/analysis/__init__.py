"""What can be said about a model beside its motion in time."""

from stickslip.analysis.candidates import count_candidates

__all__ = ["count_candidates"]
