# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Which C++ sources of the tree changed, for checks that would take too long on all."""
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def git(*arguments):
    return subprocess.run(["git", *arguments], cwd=ROOT, text=True, capture_output=True, check=True).stdout


def changed_sources(since=None):
    """Names of .cpp files, those of the newest commit first, that commits after `since` changed, or the last 20, or what is
    not committed. A source that a commit moves to another folder, with no more than its includes adapted, has not changed."""
    commits = git("rev-list", f"{since}..HEAD") if since else git("rev-list", "--max-count=20", "HEAD")
    names = dict.fromkeys(git("diff", "--name-only", "HEAD").splitlines())
    for commit in commits.split():
        shown = git("show", "--name-status", "-M90%", "--format=", "-m", "--first-parent", commit)
        rows = [row.split("\t") for row in shown.splitlines()]
        names.update(dict.fromkeys(row[-1] for row in rows if not row[0].startswith("R")))
    return [name for name in names if name.endswith(".cpp") and (ROOT / name).exists()]
