"""The experiments of Wong (2023) with TiqTaqToe: matches between agents, conclusions, figures and tables."""
