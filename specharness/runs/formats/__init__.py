"""One module a format: how it is told from its first value, and how its records become fields of a `Run`.

A reader works on plain data and gives the fields of a `Run` as plain data; what it does not know goes to `extra`. It
raises SchemaMismatchError for a record that is not of its format, which the reading names and passes over.
"""
