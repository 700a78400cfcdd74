"""A language is a folder of `locales/`: with one folder more all of the bot speaks it."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
FOLDER = "made-up"
CODE, OTHER_CODE = "eo", "ia"

WORDS = {
    "language-own-name": "Made-up",
    "language-codes": f"{CODE} {OTHER_CODE}",
    "language-fallback": "no",
    "card-jack": "B",
    "command-play": "made-up play",
    "chat-language-chosen": "Made up it is.",
    "your-cards": "Made-up cards: { $cards }",
}


def test_a_language_is_a_folder(tmp_path: Path):
    shutil.copytree(ROOT / "locales", tmp_path / "locales")
    made_up = tmp_path / "locales" / FOLDER
    shutil.copytree(ROOT / "locales" / "en", made_up)
    for file in made_up.iterdir():
        lines = file.read_text(encoding="utf-8").splitlines()
        said = [_said(line) for line in lines]
        file.write_text("\n".join(said) + "\n", encoding="utf-8")
    done = subprocess.run(
        [
            *(sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"),
            *("-o", f"pythonpath={tmp_path} {ROOT}"),
            *("--basetemp", str(tmp_path / "of-tests")),
            ROOT / "tests" / "e2e" / "made_up_language.py",
            *(ROOT / "tests" / "screens" / name for name in ("test_settings.py", "test_hints.py")),
            ROOT / "tests" / "locales" / "test_fluent.py",
        ],
        cwd=ROOT,
        env={name: value for name, value in os.environ.items() if "PYTEST" not in name},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-5000:] + done.stderr


def _said(line: str) -> str:
    key = line.split(" =")[0]
    return f"{key} = {WORDS[key]}" if key in WORDS else line
