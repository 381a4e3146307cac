# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "../../../..", "cmake"))
import lit_config as shared

shared.configure(config, lit_config, "spirv-ll")
