# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What every lit suite of the project shares; each test folder's lit.cfg.py calls configure."""
import os

import lit.formats


def configure(config, lit_config, name):
    build = lit_config.params["bin"]
    config.name = name
    config.test_format = lit.formats.ShTest(execute_external=False)
    config.suffixes = [".ll", ".cl", ".mir", ".test", ".spvasm"]
    config.excludes = ["Inputs"]
    config.test_exec_root = os.path.join(lit_config.params["obj"], "lit")
    path = [build, lit_config.params["llvm_bin"], os.environ["PATH"]]
    config.environment["PATH"] = os.path.pathsep.join(path)
    config.environment["LANEWISE_VERIFY"] = "1"
    # LANEWISE_CPU names no level that the machine lacks.
    with open("/proc/cpuinfo", encoding="ascii") as file:
        if " avx512vl " in file.read():
            config.available_features.add("avx512")
