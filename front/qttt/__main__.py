"""``python -m qttt``: the command `qttt`."""

import sys

from qttt.app.cli import main

sys.exit(main())
