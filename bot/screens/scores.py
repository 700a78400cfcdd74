"""Scores: boards, statistics of a person, the ranks of a chat."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape, unescape

from bot.model.buttons import PlotPress, StatsPress, TopPress, encode
from bot.model.people import Reader
from bot.model.periods import PERIODS
from bot.model.scores import ORDERS, Board, BoardRow, Companion, Personal, Ranked, Ranks
from bot.model.scores import Part as Games
from bot.model.screen import Button, Screen
from bot.screens.formatter import Paragraph, fit
from bot.screens.names import clean, isolated
from bot.screens.ranks import rank_name

Row = tuple[Button, ...]

_CHOSEN = " ✓"
_A_ROW = 2


def board_screen(board: Board, reader: Reader, *, asker: str = "", seasons: bool = False) -> Screen:
    """Return a page of a board; `asker` is the name of the person who asked, if any.

    `seasons` tells that the chat has seasons, and adds a button for the current one.
    """
    head = reader.text(f"top-{board.order}", period=reader.text(f"top-{board.period}-words"))
    parts = [Paragraph(f"<b>{head}</b>"), *_rows(board, reader)]
    if not board.rows:
        parts.append(Paragraph(reader.text("top-empty")))
    elif asker and board.own is None:
        parts += [
            Paragraph("…"),
            Paragraph(reader.text("top-own-none", name=_named(asker, reader))),
        ]
    elif board.own is not None and board.own not in board.rows:
        parts += [Paragraph("…"), Paragraph(_line(board, board.own, reader))]
    return Screen(fit(parts), tuple(_board_rows(board, reader, seasons)))


def _rows(board: Board, reader: Reader) -> Iterable[Paragraph]:
    few = False
    for row in board.rows:
        if row.few and not few:
            few = True
            yield Paragraph(f"<i>{reader.text('top-few', enough=board.enough)}</i>")
        yield Paragraph(_line(board, row, reader), row.number)


def _line(board: Board, row: BoardRow, reader: Reader) -> str:
    totals = row.totals
    return reader.text(
        f"top-row-{board.order}",
        number=row.number,
        name=_named(row.name, reader),
        games=totals.games,
        defeats=totals.lost,
        share=_percent(totals.lost, totals.games),
        wins=totals.won,
        rating="—" if row.rating is None else str(row.rating),
        hung=totals.hung,
        worn=totals.worn,
    )


def _board_rows(board: Board, reader: Reader, seasons: bool) -> Iterable[Row]:
    def button(label: str, press: TopPress, chosen: bool) -> Button:
        return Button(label + (_CHOSEN if chosen else ""), data=encode(press))

    orders = [
        button(
            reader.text(f"button-top-{order}"),
            TopPress(order, board.period, 0),
            order == board.order,
        )
        for order in ORDERS
    ]
    yield from _lines(orders)
    yield tuple(
        button(
            reader.text(f"button-top-{period}"),
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
            reader.text(key, page=page + 1, pages=board.pages),
            data=encode(TopPress(board.order, board.period, page)),
        )
        for there, key, page in turns
        if there
    )


def stats_screen(
    personal: Personal, reader: Reader, parts: Sequence[Games], chat: str = ""
) -> Screen:
    """Return statistics with a button for each of `parts`; `chat` is the chat's title."""
    where = _named(chat, reader) if personal.part == "here" else ""
    of = reader.text(f"stats-of-{personal.part}", chat=where)
    head = reader.text("stats-head", name=_named(personal.name, reader), of=of)
    body = (
        _chats(personal.chats, reader) if personal.part == "chats" else _figures(personal, reader)
    )
    if not personal.totals.games:
        body = [reader.text("stats-none")]
    buttons = [
        Button(
            reader.text(f"button-stats-{part}") + (_CHOSEN if part == personal.part else ""),
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
        plot = Button(reader.text("button-plot"), data=encode(PlotPress(personal.user_id)))
        rows.append((plot,))
    return Screen(fit(lines), tuple(rows))


def plot_words(name: str, reader: Reader) -> tuple[str, str, str, str]:
    """Return the texts of a plot.

    They are its title, the labels of games without and with a defeat, and the caption in HTML.
    """
    title = reader.text("plot-title", name=_named(name, reader))
    return unescape(title), reader.text("plot-held"), reader.text("plot-lost"), title


def _figures(personal: Personal, reader: Reader) -> list[str]:
    totals = personal.totals
    share = _percent(totals.lost, totals.games)
    places = ", ".join(
        reader.text("stats-place", place=place, times=times) for place, times in personal.places
    )
    lines = [
        reader.text("stats-games", games=totals.games, wins=totals.won, draws=totals.draws),
        reader.text("stats-lost", lost=totals.lost, share=share, durak=totals.durak),
        reader.text("stats-places", places=places),
        reader.text("stats-bouts", beaten=totals.beaten, taken=totals.taken),
        reader.text("stats-run", run=personal.run, running=personal.running),
        reader.text("stats-pogony", hung=totals.hung, worn=totals.worn),
    ]
    if personal.favourite is not None:
        name, games = _named(personal.favourite.name, reader), personal.favourite.games
        lines.append(reader.text("stats-favourite", name=name, games=games))
    if personal.rating is not None and personal.part != "solo":
        lines.append(reader.text("stats-rating", rating=str(personal.rating)))
    return lines


def _chats(chats: Sequence[Companion], reader: Reader) -> list[str]:
    return [
        reader.text(
            "stats-chat",
            chat=_named(chat.name, reader, "chat-unnamed"),
            games=chat.games,
            lost=chat.lost,
        )
        for chat in chats
    ]


def ranks_screen(ranks: Ranks, reader: Reader) -> Screen:
    """Return the ranks of a chat, and the highest ones of its past seasons."""
    head = reader.text("pogony-head")
    if season := season_name(ranks.season, reader):
        head = f"{head} · {season}"
    lines = [
        reader.text(
            "pogony-row", rank=rank_name(r.rank, reader), name=_named(r.name, reader), worn=r.worn
        )
        for r in ranks.rows
    ] or [reader.text("pogony-none")]
    parts = [Paragraph(f"<b>{head}</b>"), *(Paragraph(line, 9) for line in lines)]
    if ranks.past:
        parts.append(Paragraph(f"<b>{reader.text('pogony-past')}</b>"))
    for key, highest in ranks.past:
        names = ", ".join(_named(one.name, reader) for one in highest)
        season, rank = season_name(key, reader), rank_name(highest[0].rank, reader)
        parts.append(
            Paragraph(reader.text("pogony-past-row", season=season, rank=rank, names=names), 8)
        )
    return Screen(fit(parts))


def own_ranks_screen(rows: Sequence[tuple[str, Ranked]], reader: Reader) -> Screen:
    """Return a person's own ranks by chat title, empty for games against computers."""
    lines = [
        reader.text(
            "pogony-own-row",
            chat=_named(title, reader) if title else reader.text("stats-of-solo"),
            rank=rank_name(ranked.rank, reader),
            worn=ranked.worn,
        )
        for title, ranked in rows
    ] or [reader.text("pogony-own-none")]
    head = reader.text("pogony-own-head")
    return Screen(fit([Paragraph(f"<b>{head}</b>"), *(Paragraph(line, 1) for line in lines)]))


def season_name(key: str, reader: Reader) -> str:
    """Return the name of a season by its key, empty where there is only one."""
    year, _, part = key.partition("-")
    if part.startswith("Q"):
        return reader.text("season-quarter", year=year, quarter=part[1:])
    return reader.text("season-month", year=year, month=part) if part else ""


def _lines(buttons: Sequence[Button]) -> list[Row]:
    return [tuple(buttons[at : at + _A_ROW]) for at in range(0, len(buttons), _A_ROW)]


def _percent(part: int, whole: int) -> int:
    return round(100 * part / whole) if whole else 0


def _named(name: str, reader: Reader, otherwise: str = "somebody") -> str:
    return isolated(escape(clean(name) or reader.text(otherwise), quote=False))
