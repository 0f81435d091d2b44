"""The hybrid game in the registry."""
