"""The cases: records with their expected results (docs/record.md)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent


def _read(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (HERE / name).read_text(encoding="utf-8").splitlines()]


CASES = _read("cases.jsonl") + _read("own_cases.jsonl")
BY_NUMBER = {case["name"].split("-")[0]: case for case in CASES}


def holds(expect: dict[str, Any], state: dict[str, Any]) -> None:
    """Assert that the expected part of the state holds; of `result` the keys given."""
    for key, value in expect.items():
        if key == "result" and value is not None:
            assert state["result"] is not None, "the game is not over"
            assert {part: state["result"][part] for part in value} == value
        else:
            assert state[key] == value, key
