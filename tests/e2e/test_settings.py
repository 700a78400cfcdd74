"""/settings, button by button."""

from tests.e2e.conftest import Stage
from tests.e2e.players import ANYA, BORIS, DACHA
from tests.e2e.playing import meet


async def test_settings_change_in_place_and_stay(stage: Stage):
    anya, boris = await stage.world.phone(ANYA), await stage.world.phone(BORIS)
    await boris.send("/settings", DACHA)
    shown = await anya.sees("🖼 Картинки: да", DACHA)
    answer = await boris.press("🖼 Картинки: да", DACHA)
    assert "админы" in answer.text
    await anya.press("🖼 Картинки: да", DACHA)
    assert (await boris.sees("🖼 Картинки: нет", DACHA)).key == shown.key
    await anya.press("Месяц", DACHA)
    await boris.sees("Месяц ✓", DACHA)
    await stage.stop_bot()
    await stage.start_bot()
    await anya.send("/settings", DACHA)
    for label in ("🖼 Картинки: нет", "Месяц ✓"):
        assert (await anya.sees(label, DACHA)).button(label)


async def test_a_persons_own_settings(stage: Stage):
    anya = await stage.world.phone(ANYA)
    await meet(anya)
    await anya.send("/settings")
    await anya.press("👀 Прошлые карты: показывать")
    await anya.sees("👀 Прошлые карты: не показывать")
    await anya.press("Не звать")
    await anya.sees("Не звать ✓")
    await anya.press("English")
    await anya.sees("👀 Past cards: hidden")
