"""Where there is a file system in memory the tests' databases are kept there.

They commit tens of thousands of times, and each commit would wait for the disk, which has nothing
to say about what is tested.
"""

import os
import shutil
from pathlib import Path

from hypothesis import HealthCheck, settings

MEMORY = Path("/dev/shm")
ENOUGH = 2**29
"""Bytes: containers often have a few megabytes there only."""


def pytest_configure() -> None:
    if os.access(MEMORY, os.W_OK) and shutil.disk_usage(MEMORY).free > ENOUGH:
        os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(MEMORY))


# What Hypothesis tries is the same in each run, and a busy machine fails nothing.
settings.register_profile(
    "suite",
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("suite")
