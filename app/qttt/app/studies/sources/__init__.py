"""`qttt judge`: what a source states, and what is true of it."""
