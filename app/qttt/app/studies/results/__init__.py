"""`qttt results`: every value that the project has established, computed anew, with the claims that establish it."""
