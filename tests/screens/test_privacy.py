"""What is said of people's data."""

from bot.model.buttons import OwnPress
from bot.screens.privacy import export_file, forget_screen, privacy_screen
from tests.readers import EN, RU
from tests.screens.names_and_games import button, labels, press, read


def test_privacy_tells_what_is_kept_and_has_buttons_in_private():
    screen = privacy_screen(RU, private=True)
    assert labels(screen) == [["Мои данные файлом"], ["Забыть меня"]]
    assert press(screen, "Мои данные файлом") == OwnPress("export")
    assert press(screen, "Забыть меня") == OwnPress("ask")
    for words in ("имя", "партии", "Переписку"):
        assert words in read(screen)
    in_group = privacy_screen(EN, private=False)
    assert not in_group.keyboard
    assert "in the private chat" in read(in_group)


def test_being_forgotten_is_asked_about_with_a_warning():
    screen = forget_screen(RU)
    assert "Назад этого не вернуть" in read(screen)
    assert press(screen, "Да, забудь меня") == OwnPress("forget")
    assert button(screen, "Да, забудь меня").style == "danger"
    assert press(screen, "Не надо") == OwnPress("keep")


def test_the_file_is_named_by_its_part():
    whole = export_file(b"{}", 1, 1, RU)
    second = export_file(b"{}", 2, 3, RU)
    assert (whole.filename, second.filename) == ("durak-data.json.gz", "durak-data-2.json.gz")
    assert whole.content == b"{}" and whole.kind == "document"
