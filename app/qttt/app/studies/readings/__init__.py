"""The games with switches, valued under every combination of their switches."""
