# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs a command that has to end with a certain exit status.

usage: exits.py STATUS COMMAND...
"""
import subprocess
import sys

expected = int(sys.argv[1])
status = subprocess.run(sys.argv[2:]).returncode
if status != expected:
    sys.exit(f"exit status is {status}, expected {expected}")
