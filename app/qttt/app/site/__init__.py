"""The site: the pages of `docs/` and of the rules, with everything that is tied to a rule below it."""
