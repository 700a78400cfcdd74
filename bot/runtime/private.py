"""Files that only their owner may read, whatever the umask of the process is."""

import logging
import os
import stat
from pathlib import Path

log = logging.getLogger(__name__)

FILE, FOLDER = 0o600, 0o700


def make_folder(folder: Path) -> None:
    """Make a folder and its missing parents; leave existing ones as they are."""
    for missing in reversed([one for one in (folder, *folder.parents) if not one.exists()]):
        missing.mkdir(FOLDER, exist_ok=True)


def make_file(file: Path) -> None:
    """Make an empty file, or `tighten` the one that exists."""
    try:
        os.close(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, FILE))
    except FileExistsError:
        # It must not be opened: closing it would drop the locks that SQLite holds on it.
        tighten(file)


def tighten(file: Path) -> None:
    """Take the rights on a file from all but its owner, if the file exists.

    If that is not permitted, as on file systems without rights, log a warning.
    """
    try:
        mode = stat.S_IMODE(file.stat().st_mode)
        if mode & ~FILE:
            file.chmod(FILE)
    except FileNotFoundError:
        pass
    except OSError as error:
        log.warning('file_left_readable path="%s" error="%s"', file, error.strerror)
