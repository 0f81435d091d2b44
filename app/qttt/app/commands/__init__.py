"""The commands, as they are typed: their arguments and options, and which module answers."""
