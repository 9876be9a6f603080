"""What can be done with a store: one area per module, functions are verbs, faces call nothing else."""
