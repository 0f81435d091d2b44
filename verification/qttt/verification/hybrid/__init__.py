"""The claims about Q3T, the hybrid game."""
