"""Rules with everything that is tied to them: what `qttt rule` prints and what the site shows below each rule."""
