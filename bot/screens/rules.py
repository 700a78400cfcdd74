"""Rules in words: the name of a game, one line for a lobby, a full page."""

from __future__ import annotations

from bot.model.people import Reader
from engine import ALLOWED, Rules
from locales.fluent import messages


def game_name(rules: Rules, reader: Reader) -> str:
    """Return the name of the game with these rules."""
    lively = rules.throw_order == "free" and rules.throw_timing == "any_time"
    name = "perevodnoy" if rules.transfer else "podkidnoy"
    return reader.text(f"game-{name}-lively" if lively else f"game-{name}")


def rules_line(rules: Rules, reader: Reader) -> str:
    """Return the rules in one line, for a lobby."""
    parts = [
        game_name(rules, reader),
        reader.text("line-deck", deck=rules.deck),
        reader.text(f"line-throwers-{rules.throwers}-{rules.throw_order.replace('_', '-')}"),
    ]
    if rules.first_bout_limit != ALLOWED["first_bout_limit"][0]:
        parts.append(reader.text("line-first-five"))
    return " · ".join(parts)


def rules_page(rules: Rules, reader: Reader) -> str:
    """Every rule that was agreed, a sentence each; those that add nothing are left out."""
    agreed = rules.to_dict()
    if rules.throwers == "lead":
        del agreed["throw_order"]
    keys = (rule_key(key, value) for key, value in agreed.items())
    known = messages(reader.language)
    return "\n".join(f"• {reader.text(key)}" for key in keys if key in known)


def rule_key(key: str, value: object) -> str:
    """Return the key of the message that explains a value of a rule."""
    return f"rule-{key}-{str(value).lower()}".replace("_", "-")
