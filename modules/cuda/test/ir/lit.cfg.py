# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "../../../..", "cmake"))
import lit_config as shared

shared.configure(config, lit_config, "cuda")

# "%ptx <clc's arguments>": prints the PTX that clc makes. Where NVIDIA's assembler is there, it has to accept it.
here = os.path.dirname(__file__)
config.substitutions.append(("%ptx", f"{sys.executable} {here}/Inputs/ptx.py"))
