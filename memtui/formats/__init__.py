"""One module per foreign format: recognise a path, read it, write it."""
