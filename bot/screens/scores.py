"""The score in words: boards, somebody's statistics, the ranks of a chat."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape, unescape

from bot.model.buttons import PlotPress, StatsPress, TopPress, encode
from bot.model.people import Language
from bot.model.periods import PERIODS
from bot.model.scores import ORDERS, Board, BoardRow, Companion, Personal, Ranked, Ranks
from bot.model.scores import Part as Games
from bot.model.screen import Button, Screen
from bot.screens.formatter import Paragraph, fit
from bot.screens.names import clean, isolated
from bot.screens.ranks import rank_name
from locales.fluent import text

Row = tuple[Button, ...]

_CHOSEN = " ✓"
_A_ROW = 2


def board_screen(board: Board, lang: Language, *, asker: str = "", seasons: bool = False) -> Screen:
    """A page of a board, with buttons for the others; `asker` is who wants to see it, if anybody.

    `seasons`: the chat has seasons, so that there is a button for the present one.
    """
    head = text(lang, f"top-{board.order}", period=text(lang, f"top-{board.period}-words"))
    parts = [Paragraph(f"<b>{head}</b>"), *_rows(board, lang)]
    if not board.rows:
        parts.append(Paragraph(text(lang, "top-empty")))
    elif asker and board.own is None:
        parts += [Paragraph("…"), Paragraph(text(lang, "top-own-none", name=_named(asker, lang)))]
    elif board.own is not None and board.own not in board.rows:
        parts += [Paragraph("…"), Paragraph(_line(board, board.own, lang))]
    return Screen(fit(parts), tuple(_board_rows(board, lang, seasons)))


def _rows(board: Board, lang: Language) -> Iterable[Paragraph]:
    few = False
    for row in board.rows:
        if row.few and not few:
            few = True
            yield Paragraph(f"<i>{text(lang, 'top-few', enough=board.enough)}</i>")
        yield Paragraph(_line(board, row, lang), row.number)


def _line(board: Board, row: BoardRow, lang: Language) -> str:
    totals = row.totals
    return text(
        lang,
        f"top-row-{board.order}",
        number=row.number,
        name=_named(row.name, lang),
        games=totals.games,
        defeats=totals.lost,
        share=_percent(totals.lost, totals.games),
        wins=totals.won,
        rating="—" if row.rating is None else str(row.rating),
        hung=totals.hung,
        worn=totals.worn,
    )


def _board_rows(board: Board, lang: Language, seasons: bool) -> Iterable[Row]:
    def button(label: str, press: TopPress, chosen: bool) -> Button:
        return Button(label + (_CHOSEN if chosen else ""), data=encode(press))

    orders = [
        button(
            text(lang, f"button-top-{order}"),
            TopPress(order, board.period, 0),
            order == board.order,
        )
        for order in ORDERS
    ]
    yield from _lines(orders)
    yield tuple(
        button(
            text(lang, f"button-top-{period}"),
            TopPress(board.order, period, 0),
            period == board.period,
        )
        for period in PERIODS
        if seasons or period != "season"
    )
    turns = [
        (board.page > 0, "button-page-back", board.page - 1),
        (board.page + 1 < board.pages, "button-page-on", board.page + 1),
    ]
    yield tuple(
        Button(
            text(lang, key, page=page + 1, pages=board.pages),
            data=encode(TopPress(board.order, board.period, page)),
        )
        for there, key, page in turns
        if there
    )


def stats_screen(
    personal: Personal, lang: Language, parts: Sequence[Games], chat: str = ""
) -> Screen:
    """Somebody's statistics, with a button for each of these `parts`; `chat` is called so."""
    where = _named(chat, lang) if personal.part == "here" else ""
    of = text(lang, f"stats-of-{personal.part}", chat=where)
    head = text(lang, "stats-head", name=_named(personal.name, lang), of=of)
    body = _chats(personal.chats, lang) if personal.part == "chats" else _figures(personal, lang)
    if not personal.totals.games:
        body = [text(lang, "stats-none")]
    buttons = [
        Button(
            text(lang, f"button-stats-{part}") + (_CHOSEN if part == personal.part else ""),
            data=encode(StatsPress(personal.user_id, part)),
        )
        for part in parts
    ]
    lines = [
        Paragraph(f"<b>{head}</b>"),
        *(Paragraph(line, number) for number, line in enumerate(body, 1)),
    ]
    rows = list(_lines(buttons))
    if personal.totals.games and personal.part != "solo":
        plot = Button(text(lang, "button-plot"), data=encode(PlotPress(personal.user_id)))
        rows.append((plot,))
    return Screen(fit(lines), tuple(rows))


def plot_words(name: str, lang: Language) -> tuple[str, str, str, str]:
    """What a plot of somebody's games says: its title, the names of the games that were no
    defeats and of those that were, and the caption in HTML."""
    title = text(lang, "plot-title", name=_named(name, lang))
    return unescape(title), text(lang, "plot-held"), text(lang, "plot-lost"), title


def _figures(personal: Personal, lang: Language) -> list[str]:
    totals = personal.totals
    share = _percent(totals.lost, totals.games)
    places = ", ".join(
        text(lang, "stats-place", place=place, times=times) for place, times in personal.places
    )
    lines = [
        text(lang, "stats-games", games=totals.games, wins=totals.won, draws=totals.draws),
        text(lang, "stats-lost", lost=totals.lost, share=share, durak=totals.durak),
        text(lang, "stats-places", places=places),
        text(lang, "stats-bouts", beaten=totals.beaten, taken=totals.taken),
        text(lang, "stats-run", run=personal.run, running=personal.running),
        text(lang, "stats-pogony", hung=totals.hung, worn=totals.worn),
    ]
    if personal.favourite is not None:
        name, games = _named(personal.favourite.name, lang), personal.favourite.games
        lines.append(text(lang, "stats-favourite", name=name, games=games))
    if personal.rating is not None and personal.part != "solo":
        lines.append(text(lang, "stats-rating", rating=str(personal.rating)))
    return lines


def _chats(chats: Sequence[Companion], lang: Language) -> list[str]:
    return [
        text(
            lang,
            "stats-chat",
            chat=_named(chat.name, lang, "chat-unnamed"),
            games=chat.games,
            lost=chat.lost,
        )
        for chat in chats
    ]


def ranks_screen(ranks: Ranks, lang: Language) -> Screen:
    """The ranks of a chat, and the highest ones of its past seasons."""
    head = text(lang, "pogony-head")
    if season := season_name(ranks.season, lang):
        head = f"{head} · {season}"
    lines = [
        text(
            lang, "pogony-row", rank=rank_name(r.rank, lang), name=_named(r.name, lang), worn=r.worn
        )
        for r in ranks.rows
    ] or [text(lang, "pogony-none")]
    parts = [Paragraph(f"<b>{head}</b>"), *(Paragraph(line, 9) for line in lines)]
    if ranks.past:
        parts.append(Paragraph(f"<b>{text(lang, 'pogony-past')}</b>"))
    for key, highest in ranks.past:
        names = ", ".join(_named(one.name, lang) for one in highest)
        season, rank = season_name(key, lang), rank_name(highest[0].rank, lang)
        parts.append(
            Paragraph(text(lang, "pogony-past-row", season=season, rank=rank, names=names), 8)
        )
    return Screen(fit(parts))


def own_ranks_screen(rows: Sequence[tuple[str, Ranked]], lang: Language) -> Screen:
    """Somebody's ranks in their chats, for themselves; without a title: with computers alone."""
    lines = [
        text(
            lang,
            "pogony-own-row",
            chat=_named(title, lang) if title else text(lang, "stats-of-solo"),
            rank=rank_name(ranked.rank, lang),
            worn=ranked.worn,
        )
        for title, ranked in rows
    ] or [text(lang, "pogony-own-none")]
    head = text(lang, "pogony-own-head")
    return Screen(fit([Paragraph(f"<b>{head}</b>"), *(Paragraph(line, 1) for line in lines)]))


def season_name(key: str, lang: Language) -> str:
    """What a season is called (bot/model/periods.py); nothing where there is only one."""
    year, _, part = key.partition("-")
    if part.startswith("Q"):
        return text(lang, "season-quarter", year=year, quarter=part[1:])
    return text(lang, "season-month", year=year, month=part) if part else ""


def _lines(buttons: Sequence[Button]) -> list[Row]:
    return [tuple(buttons[at : at + _A_ROW]) for at in range(0, len(buttons), _A_ROW)]


def _percent(part: int, whole: int) -> int:
    return round(100 * part / whole) if whole else 0


def _named(name: str, lang: Language, otherwise: str = "somebody") -> str:
    return isolated(escape(clean(name) or text(lang, otherwise), quote=False))
