"""Pictures are drawn in a worker process; failures are logged and yield None."""

import os
import subprocess
import sys

import pytest

from bot.drawing import orders
from bot.drawing.subjects import Portrait
from bot.workers.painter import Painter
from bot.workers.pool import WorkerPool

ANYA = Portrait("Аня", "сержант", 1, (("6", "♠"), ("6", "♥")), 1001)


def lost(*_):
    os._exit(1)


def broken(*_):
    raise ImportError("No module named 'resvg_py'")


@pytest.fixture
async def painter():
    workers = WorkerPool(1, 1)
    yield Painter(workers)
    await workers.close()


async def test_a_picture_is_drawn_elsewhere(painter):
    picture = await painter.pogony([ANYA])
    assert picture is not None and picture.startswith(b"\x89PNG")


@pytest.mark.parametrize("work", [lost, broken])
async def test_no_picture_where_drawing_fails(painter, caplog, monkeypatch, work):
    monkeypatch.setattr(orders, "pogony", work)
    assert await painter.pogony([ANYA]) is None
    assert "picture_failed" in caplog.text and "Аня" not in caplog.text


async def test_no_picture_where_too_many_wait(caplog):
    painter = Painter(WorkerPool(1, 0))
    await painter._workers.close()
    assert await painter.pogony([ANYA]) is None
    assert "WorkersBusy" in caplog.text


def test_asking_for_pictures_loads_nothing_that_draws():
    code = (
        "import sys, bot.workers.painter\n"
        "print({'matplotlib', 'numpy', 'resvg_py', 'PIL'} & set(sys.modules))"
    )
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert told.stdout.strip() == "set()"
