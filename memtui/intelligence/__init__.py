"""Pure judgement: text and records in, decisions with their reasons out."""
