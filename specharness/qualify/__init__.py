"""Qualification: a validator shows, case by case, that it neither passes what is wrong nor blocks what is right.

`case` is the format in which cases are written and `cases/` holds those of this package; `lay` puts a case's artifacts
on disk and has the real observers look at them; `examine` decides all cases; `mutate` breaks the validator's own code
to see whether the cases notice; `earn` joins all of it into a card, which `specharness.validators.cards` reads.
"""
