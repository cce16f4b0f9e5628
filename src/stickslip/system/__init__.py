"""System, state and scratch arrays; assembly from a model; evaluation of all rows and matrices of a step."""
