"""Reproductions of the sources' figures and experiments, and whole families of games valued at once."""
