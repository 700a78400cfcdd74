"""Screens become calls as the Bot API wants them."""

from aiogram.types import InlineKeyboardMarkup, LinkPreviewOptions

from bot.delivery import methods
from bot.model.screen import Button, Screen, Slot, SlotKind

SCREEN = Screen(
    "<b>hi</b>",
    ((Button("В♠️", data="c:1:1:1:JS", style="primary"), Button("К столу", url="https://t.me/x")),),
)


def test_a_message_has_html_no_preview_and_its_buttons():
    call = methods.send(5, 0, SCREEN)
    assert (call.chat_id, call.message_thread_id, call.parse_mode) == (5, None, "HTML")
    assert isinstance(call.link_preview_options, LinkPreviewOptions)
    assert call.link_preview_options.is_disabled
    assert isinstance(call.reply_markup, InlineKeyboardMarkup)
    card, link = call.reply_markup.inline_keyboard[0]
    assert (card.callback_data, card.url, card.style) == ("c:1:1:1:JS", None, "primary")
    assert (link.callback_data, link.url, link.style) == (None, "https://t.me/x", None)


def test_a_topic_is_kept():
    assert methods.send(-5, 9, SCREEN).message_thread_id == 9


def test_no_buttons_means_no_keyboard():
    assert methods.edit(Slot(SlotKind.HAND, 1, 5), 6, Screen("bye")).reply_markup is None


def test_a_message_for_one_names_the_press_it_follows():
    slot = Slot(SlotKind.ALONE, 1, -5, user_id=7)
    seen_by = methods.send_alone(slot, "q1", SCREEN).ephemeral_message_parameters
    assert seen_by
    assert (seen_by.receiver_user_id, seen_by.callback_query_id) == (7, "q1")
