"""The hybrid game in the command."""
