"""How well an agent plays: `qttt evaluate`."""
