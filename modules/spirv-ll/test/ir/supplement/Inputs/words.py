# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes a module of instructions that the packaged assembler does not know: words.py ASSEMBLED OUT
OPCODE OPERAND... puts the instruction before the first OpReturn of a module; operands are numbers."""
import struct
import sys

data = open(sys.argv[1], "rb").read()
words = list(struct.unpack(f"<{len(data) // 4}I", data))
instruction = [int(word, 0) for word in sys.argv[3:]]
instruction[0] |= len(instruction) << 16
at = 5
while words[at] & 0xffff != 253:
    at += words[at] >> 16
words[at:at] = instruction
words[3] += 100
open(sys.argv[2], "wb").write(struct.pack(f"<{len(words)}I", *words))
