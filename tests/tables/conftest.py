from tests.tables.world import world

__all__ = ["world"]
