"""TiqTaqToe in the command."""
