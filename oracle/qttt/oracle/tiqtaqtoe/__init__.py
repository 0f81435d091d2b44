"""TiqTaqToe in the registry."""
