"""Work spread over a Ray cluster, through Ray Data; the extra `ray`.

Guarantees that an item's answer is handed out once, whatever Ray had to run again, and that at most SLICE items and
their answers are held at a time: the next slice begins when the last one's answers have been taken. Nothing is written
by workers here; who takes an answer writes it. `RAY_ADDRESS` names a cluster; without it Ray starts on this machine.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from itertools import islice
from typing import Any

from specharness.errors import InputError, UsageError

SLICE = 256
"""Items handed to Ray at a time."""
BATCH = 4
"""Items that a worker takes at a time."""

Row = dict[str, Any]


@contextmanager
def cluster(workers: int) -> Iterator[Any]:
    """Ray, connected; shut down again if this started it.

    Raises UsageError without the package, InputError where the cluster can't be reached.
    """
    try:
        import ray
    except ImportError as error:
        raise UsageError("--engine ray needs the package ray; run: pip install 'specharness[ray]'") from error
    started = not ray.is_initialized()
    if started:
        address = os.environ.get("RAY_ADDRESS")
        here = {} if address else {"num_cpus": workers, "include_dashboard": False}
        try:
            ray.init(address=address, log_to_driver=False, logging_level=logging.ERROR, **here)
        except (ConnectionError, RuntimeError, ValueError) as error:
            raise InputError(f"Ray can't be started or reached: {str(error).splitlines()[0]}") from error
    context = ray.data.DataContext.get_current()
    context.enable_progress_bars = False
    logging.getLogger("ray.data").setLevel(logging.ERROR)
    try:
        yield ray
    finally:
        if started:
            ray.shutdown()


def answers(ray: Any, items: Iterable[Row], worker: type, arguments: Mapping[str, Any], workers: int) -> Iterator[Row]:
    """Each item's answer, in no fixed order. `worker(**arguments)` is made once a process and called with batches
    `{column: array}`; items and answers carry a `name`, by which an answer is known."""
    waiting = iter(items)
    while held := list(islice(waiting, SLICE)):
        names = {item["name"] for item in held}
        data = ray.data.from_items(held, override_num_blocks=min(len(held), workers * BATCH)).map_batches(
            worker,
            fn_constructor_kwargs=dict(arguments),
            batch_size=BATCH,
            compute=ray.data.ActorPoolStrategy(size=min(workers, len(held))),
        )
        for row in data.iter_rows():
            if row["name"] in names:
                names.discard(row["name"])
                yield row
        if names:
            raise InputError(f"Ray lost {len(names)} of {len(held)} items; the same command goes on with them")
