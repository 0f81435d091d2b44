"""The claims about TiqTaqToe."""
