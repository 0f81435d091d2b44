"""The explorer: a page in the browser and the server behind it, `qttt explore`."""
