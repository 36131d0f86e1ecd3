"""Waiting for a descriptor, also for one above 1,023."""

from __future__ import annotations

import os
import resource

import pytest

from specharness.evidence.waiting import readable


def test_something_to_read_or_the_end_is_seen() -> None:
    read, write = os.pipe()
    try:
        assert not readable(read, 0)
        os.write(write, b"x")
        assert readable(read, 0)
        os.read(read, 1)
        os.close(write)
        assert readable(read, 0)
    finally:
        os.close(read)


def test_a_descriptor_of_any_number() -> None:
    if resource.getrlimit(resource.RLIMIT_NOFILE)[0] <= 2000:
        pytest.skip("this process may not open so many files")
    read, write = os.pipe()
    os.write(write, b"x")
    high = os.dup2(read, 2000)
    try:
        assert readable(high, 0)
    finally:
        for descriptor in (read, write, high):
            os.close(descriptor)
