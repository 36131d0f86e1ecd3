"""Compilers that are language models: what they are asked, what they may answer, and how little of it is believed.

A model names units and quotes their words; `compile.readings` looks the words up and grounding judges them. Nothing
that a model says reaches the output except by way of text that stands in the source.
"""
