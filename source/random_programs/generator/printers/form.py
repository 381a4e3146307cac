# Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Forms of a program whose results are the same."""
from dataclasses import dataclass, fields


@dataclass(frozen=True)
class Form:
    drops_restrict: bool = False
    flips_noinline: bool = False
    has_dead_code: bool = False
    hides_size: bool = False  # no reqd_work_group_size
    outlines: bool = False    # compound statements of kernels are functions
    inlines: bool = False     # bodies of functions stand where these are called
    regroups: bool = False    # groups of another size where the kernel does not see it
    is_later: bool = False    # OpenCL C 3.0: generic pointers in kernels and functions, C11's atomic operations

    @staticmethod
    def of_number(number: int) -> "Form":
        return Form(*(bool(number >> bit & 1) for bit in range(len(fields(Form)))))


FORMS = 1 << len(fields(Form))
