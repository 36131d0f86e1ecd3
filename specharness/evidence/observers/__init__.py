"""Observers: one module a format, bytes in and a view out. They open nothing and run nothing of the artifact's."""
