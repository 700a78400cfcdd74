"""Run a command in a root of its own: `unshare --mount python enter.py JSON`.

The Python, the C library and the tools are the machine's and can't be written to; all else is what
a folder holds. Needs root, a mount namespace, and nothing but the standard library.
"""

import json
import os
import subprocess
import sys
from pathlib import Path

DEVICES = ("null", "zero", "full", "random", "urandom")
SETTINGS = ("fonts", "hosts", "ld.so.cache", "nsswitch.conf", "pip.conf", "resolv.conf", "ssl")
"""In /etc: without them the machine's tools and network do not work."""


def bind(source: Path, target: Path, *, writable: bool = False) -> None:
    """Show a file or folder of the machine at another place of it."""
    if source.is_dir():
        target.mkdir(parents=True, exist_ok=True)
    else:
        target.parent.mkdir(parents=True, exist_ok=True)
        target.touch()
    subprocess.run(["mount", "--bind", source, target], check=True)
    if not writable:
        subprocess.run(["mount", "-o", "remount,bind,ro", target], check=True)


def main() -> None:
    """Enter `root` and become the command."""
    given = json.loads(sys.argv[1])
    root, python = Path(given["root"]), Path(sys.base_prefix)
    for name in ("usr", "bin", "sbin", "lib", "lib64"):
        link = Path("/", name)
        if link.is_symlink():
            if not (root / name).is_symlink():
                (root / name).symlink_to(link.readlink())
        elif link.exists():
            bind(link, root / name)
    if python != Path("/usr"):
        bind(python, root / "usr/local")
        # Where it looks for its library.
        bind(python, root.joinpath(*python.parts[1:]))
    for name in SETTINGS:
        if Path("/etc", name).exists():
            bind(Path("/etc", name).resolve(), root / "etc" / name)
    for name in DEVICES:
        bind(Path("/dev", name), root / "dev" / name, writable=True)
    bind(Path("/proc"), root / "proc")
    (root / "tmp").mkdir(exist_ok=True)
    (root / "tmp").chmod(0o1777)
    for source, target in given["volumes"].items():
        bind(Path(source), root.joinpath(*Path(target).parts[1:]), writable=True)
    if given["read_only"]:
        # The folder itself; what was bound below it keeps its own rights.
        subprocess.run(["mount", "--rbind", root, root], check=True)
        subprocess.run(["mount", "-o", "remount,bind,ro", root], check=True)
    os.chroot(root)
    os.chdir(given["folder"])
    os.execvpe(given["command"][0], given["command"], given["env"])


if __name__ == "__main__":
    main()
