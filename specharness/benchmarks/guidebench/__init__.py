"""GuideBench (arXiv 2505.11368): six kinds of judgement, each task with the rules that it is to be judged by.

`tasks` reads what an agent may see, `rules` turns rules into templates and instances, `answers` reads an agent's
answer, `evidence` decides which rules a run's evidence supports, `references` holds the reference answers and is for
scoring alone.
"""
