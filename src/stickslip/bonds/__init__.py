"""Weak bonds and ties between boundaries and bodies."""
