"""Cases of this package's validators, one module a subject; each lists its `DEFINITIONS`."""
