"""The nouns of memtui: records, layers, changes and errors. Standard library only, no I/O."""
