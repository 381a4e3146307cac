# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import os
import sys

here = os.path.dirname(__file__)
sys.path.insert(0, os.path.join(here, "../../..", "cmake"))
import lit_config as shared

shared.configure(config, lit_config, "clc")
# "%exits 2 clc ...": the command has to end with that status.
config.substitutions.append(("%exits", f"{sys.executable} {here}/Inputs/exits.py"))
