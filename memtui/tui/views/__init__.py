"""One widget per job; no view knows another."""
