# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints the PTX that `clc -d cuda` makes of its arguments. Where ptxas is on the path, it assembles it for the same GPU."""
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

with tempfile.TemporaryDirectory() as folder:
    subprocess.run(["clc", "-d", "cuda", "-o", f"{folder}/program.bin", *sys.argv[1:]], check=True,
                   env={**os.environ, "LANEWISE_DUMP": folder})
    text = next(Path(folder).glob("*/*-assembly.ptx")).read_text()
    print(text)
    if assembler := shutil.which("ptxas"):
        # PTX is for later GPUs as well, of which newer assemblers know no older ones than this.
        gpu = max("sm_80", next(line.split()[1] for line in text.splitlines() if line.startswith(".target")))
        Path(folder, "program.ptx").write_text(text)
        subprocess.run([assembler, f"-arch={gpu}", f"{folder}/program.ptx", "-o", f"{folder}/program.cubin"], check=True)
