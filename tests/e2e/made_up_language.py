"""What `test_languages` runs where `locales/` has one folder more."""

from bot.config import Settings, load
from bot.model.people import LANGUAGES, Language, Reader
from bot.sandbox.world import TOKEN
from bot.screens.formatter import rank_label
from engine import Card
from tests.e2e.conftest import Stage
from tests.e2e.players import ANYA, DACHA
from tests.e2e.playing import begun, hand, meet
from tests.e2e.test_languages import CODE, FOLDER, OTHER_CODE


def test_it_is_one_of_the_languages_and_its_cards_are_its_own(monkeypatch):
    assert LANGUAGES == (FOLDER, "ru", "en")
    assert rank_label(Card.parse("JS"), Reader(Language(FOLDER))) == "B"
    monkeypatch.setenv("BOT_TOKEN", "1:a")
    monkeypatch.setenv("DEFAULT_LANGUAGE", FOLDER)
    assert load(Settings, None).default_language == FOLDER


async def test_its_menus_are_offered_for_each_of_its_codes(stage: Stage):
    while len(await stage.calls("setMyCommands")) < 3 * len((CODE, OTHER_CODE, "ru", "")):
        pass
    address = f"{stage.world.url}/bot{TOKEN}/getMyCommands"
    for code, about in ((CODE, "made-up play"), (OTHER_CODE, "made-up play"), ("", "play Durak")):
        asked = {"scope": {"type": "all_private_chats"}, "language_code": code}
        async with stage.world.session.post(address, json=asked) as response:
            assert (await response.json())["result"][0]["description"] == about


async def test_it_is_spoken_to_who_has_it_and_can_be_chosen_by_all(stage: Stage):
    zoya, anya = await stage.world.newcomer("Zoya", CODE), await stage.world.phone(ANYA)
    await meet(zoya)
    await zoya.send("/settings")
    await zoya.sees("Made-up ✓")
    await zoya.press("English")
    assert (await zoya.press("Made-up")).text == "Made up it is."
    await zoya.sees("Made-up ✓")
    await anya.send("/lang", DACHA)
    assert (await anya.press("Made-up", DACHA)).text == "Made up it is."
    await anya.sees("Made-up ✓", DACHA)
    await anya.send("/lang en", DACHA)
    await anya.send(f"/lang {FOLDER}", DACHA)
    await anya.sees("Made up it is.", DACHA)
    await zoya.send("/play")
    await zoya.press("Deal")
    game = await begun([zoya], set())
    assert "Made-up cards" in hand(zoya, game).text
