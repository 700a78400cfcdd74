import pytest

from tests.session.world import EVERYBODY, World


@pytest.fixture
async def world(tmp_path):
    world = World(tmp_path / "durak.sqlite3")
    await world.open()
    await world.meet(*EVERYBODY)
    yield world
    await world.close()
