"""The page in a real browser: two people play; pictures go to tests/screenshots."""

from __future__ import annotations

import asyncio
import os
import shutil
import sys
from asyncio.subprocess import PIPE
from collections.abc import AsyncIterator
from contextlib import suppress
from pathlib import Path

import pytest
from playwright.async_api import Browser, Locator, Page, async_playwright, expect
from playwright.async_api import TimeoutError as TooLong

from tests.e2e.players import ANYA, BORIS, DACHA

ROOT = Path(__file__).parents[2]
PICTURES = ROOT / "tests" / "screenshots"
CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "chrome"))), None)
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
PATIENCE = 30_000

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(
        CHROMIUM is None, reason="no chromium on this machine: apt install chromium"
    ),
]


@pytest.fixture
async def address(tmp_path: Path) -> AsyncIterator[str]:
    """`python -m bot.sandbox` as users start it, on a free port."""
    sandbox = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "bot.sandbox",
        "--port",
        "0",
        cwd=tmp_path,
        stdout=PIPE,
        env=os.environ | {"PYTHONPATH": str(ROOT), "AI_PAUSE": "0.1"},
    )
    assert sandbox.stdout
    yield (await sandbox.stdout.readline()).decode().split()[-1]
    sandbox.terminate()
    await sandbox.wait()


@pytest.fixture
async def browser() -> AsyncIterator[Browser]:
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        await browser.close()


async def open_page(browser: Browser, address: str, person: int, **more) -> Page:
    context = await browser.new_context(locale="ru-RU", **more)
    context.set_default_timeout(PATIENCE)
    page = await context.new_page()
    await page.goto(f"{address}?person={person}")
    return page


async def picture(page: Page, name: str) -> None:
    PICTURES.mkdir(exist_ok=True)
    await page.screenshot(path=PICTURES / f"{name}.png")


def group(page: Page) -> Locator:
    return page.locator(f'section.pane[data-chat="{DACHA}"]')


def private(page: Page) -> Locator:
    return page.locator('section.pane[data-type="private"]')


def hand(page: Page) -> Locator:
    return private(page).locator("article.message").filter(has_text="Твои карты").last


def key(pane: Locator, label: str) -> Locator:
    return pane.locator("button.key", has_text=label).last


async def write(pane: Locator, text: str) -> None:
    field = pane.locator("textarea")
    await field.fill(text)
    await field.press("Enter")


async def sees(place: Locator, text: str) -> None:
    await expect(place).to_contain_text(text, timeout=PATIENCE)


async def whose_turn(pages: list[Page]) -> Page:
    """The page on which a card can be played first."""
    waits = {
        asyncio.create_task(hand(page).locator(".key.primary, .key.danger").first.wait_for()): page
        for page in pages
    }
    done, others = await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
    for task in others:
        task.cancel()
    await asyncio.gather(*others, return_exceptions=True)
    first = next(iter(done))
    first.result()
    return waits[first]


async def move(pages: list[Page]) -> None:
    """Press the first button that does something, and wait for the new screen.

    A computer may act between the look and the press, and take the button away.
    """
    for _ in range(10):
        shown = hand(await whose_turn(pages))
        before = await shown.inner_text()
        try:
            await shown.locator(".key.primary, .key.danger").first.click(timeout=2000)
        except TooLong:
            continue
        await expect(shown).not_to_have_text(before, timeout=PATIENCE, use_inner_text=True)
        return
    raise AssertionError("nobody gets to press anything")


async def cut(pages: list[Page]) -> None:
    """Whoever is to cut the deck does, where it is a person; what is shown then is kept."""
    await sees(group(pages[0]), "Отпечаток колоды")
    for page, name in zip(pages, ("Аня", "Борис"), strict=True):
        if f"Снимает \u2068{name}\u2069, до" in await group(page).inner_text():
            # On a slow machine the clock may cut it first.
            with suppress(AssertionError, TooLong):
                await expect(private(page)).to_contain_text("Тебе снимать", timeout=5000)
                await picture(page, "cut")
                await key(private(page), "Пополам").click(timeout=5000)
    await sees(group(pages[0]), "Сдвинуто на")


async def test_two_people_play_in_the_page(browser: Browser, address: str):
    size = {"width": 1280, "height": 860}
    anya = await open_page(browser, address, ANYA, viewport=size)
    boris = await open_page(browser, address, BORIS, viewport=size, color_scheme="dark")
    pages = [anya, boris]
    for page in pages:
        await private(page).locator("button.big").click()
        await sees(private(page), "Привет")
    await write(group(anya), "/play")
    await key(group(boris), "Сажусь").click()
    await sees(boris.locator("#toasts"), "Место твоё")
    await sees(group(anya), "Борис")
    await key(group(anya), "Позвать бота").click()
    await sees(group(boris), "🤖")
    await picture(anya, "lobby")
    await key(group(anya), "Раздаём").click()
    await cut(pages)
    for page in pages:
        await sees(private(page), "Твои карты")
        await sees(group(page), "Мои карты")
    for _ in range(6):
        await move(pages)
    await picture(anya, "game")
    await picture(boris, "game-dark")
    await key(group(boris), "Мои карты").click()
    await sees(group(boris).locator(".only-you").locator(".."), "Твои карты")
    await picture(boris, "alone-dark")
    phone = await open_page(
        browser, address, BORIS, viewport={"width": 390, "height": 844}, device_scale_factor=2
    )
    await phone.get_by_role("tab").last.click()
    await sees(private(phone), "Твои карты")
    await picture(phone, "phone")
    await phone.get_by_role("tab").first.click()
    await expect(group(phone)).to_be_visible()
    await picture(phone, "phone-group")
