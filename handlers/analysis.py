"""The button that analyses a past game."""

from bot.model.buttons import AnalysisPress
from bot.model.screen import Answer
from bot.services.analysis import Analysis
from handlers.feature import Feature, Pressed
from handlers.services import Services


async def press(pressed: Pressed[AnalysisPress], services: Services) -> Answer:
    """Begin the analysis of the button's game."""
    return await services[Analysis].press(pressed.place, pressed.person, pressed.press)


FEATURE = Feature("analysis", buttons={AnalysisPress: press}, services=(Analysis,))
