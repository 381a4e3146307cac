# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "../../../cmake"))
from lit_config import configure  # noqa: E402

configure(config, lit_config, "SYCL")  # noqa: F821
config.excludes += ["programs"]  # noqa: F821
build = os.path.realpath(os.path.join(lit_config.params["bin"], ".."))  # noqa: F821
config.substitutions.append(("%prefix", build))  # noqa: F821
tools = os.path.join(lit_config.params["bin"], "../lib/oclsycl")  # noqa: F821
config.environment["PATH"] = os.path.realpath(tools) + os.pathsep + config.environment["PATH"]  # noqa: F821
config.environment["OCL_ICD_VENDORS"] = os.environ.get("OCL_ICD_VENDORS", "")  # noqa: F821
