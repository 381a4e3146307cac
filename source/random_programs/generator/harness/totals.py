# Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A file with what the runs on one state of the driver and the generator have found together.

A run that ends early, or whose machine goes away, leaves what it has done, and the next one goes on behind it, also on
another machine. The file names the state by a hash, so that no run of another state is added.
"""
import hashlib
import json
import os
import time
from dataclasses import asdict
from pathlib import Path

from generator.harness.batches import Failure, Outcome
from generator.harness.execution import ROOT


class OtherState(Exception):
    """The file has runs of another driver, of another generator or with other options."""


def identity(tools, options) -> str:
    """A hash of all that decides about results."""
    files = [tools.runner, *(Path(tools.libraries, name) for name in ("libCL.so", "liblanewise-compiler.so")),
             tools.clc, tools.emulated_runner, Path(tools.emulated_libraries, "libCL.so") if tools.emulated_libraries else "",
             *sorted(ROOT.glob("generator/**/*.py")), *sorted(ROOT.glob("runtime/*"))]
    digest = hashlib.sha256(repr(options).encode())
    for file in files:
        digest.update(b"-" if not file or not Path(file).exists() else hashlib.sha256(Path(file).read_bytes()).digest())
    return digest.hexdigest()


class Totals:
    """Outcomes of batches, each known by its first seed. Without a path they stay in memory."""

    def __init__(self, path="", state="", seconds_between_writes=10.0):
        self.path, self.state = Path(path) if path else None, state
        self.outcome, self.done = Outcome(), set()
        self.between, self.written = seconds_between_writes, time.monotonic()
        if self.path and self.path.exists():
            self.read()

    def read(self) -> None:
        data = json.loads(self.path.read_text())
        if data["state"] != self.state:
            raise OtherState(f"{self.path} has runs of another driver or generator, or with other options: name another file")
        outcome = data["outcome"]
        outcome["failures"] = [Failure(**failure) for failure in outcome["failures"]]
        for name in ("unusable", "wrong_references", "slowest"):
            outcome[name] = [tuple(item) for item in outcome[name]]
        self.outcome, self.done = Outcome(**outcome), set(data["done"])

    def add(self, first_seed, outcome) -> None:
        self.outcome.add(outcome)
        self.done.add(first_seed)
        if self.path and time.monotonic() - self.written > self.between:
            self.write()

    def write(self) -> None:
        """Replaces the file in one step."""
        if not self.path:
            return
        beside = self.path.with_name(self.path.name + ".new")
        beside.write_text(json.dumps({"state": self.state, "done": sorted(self.done), "outcome": asdict(self.outcome)}))
        os.replace(beside, self.path)
        self.written = time.monotonic()
