"""Pure drawing shared by screens, command line and exports: records in, lines of (text, role) spans out."""
