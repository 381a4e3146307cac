# Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random OpenCL C programs with a reference in C++ (doc/random_programs.md)."""
