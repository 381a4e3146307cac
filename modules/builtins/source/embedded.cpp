// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The archive as it stands in the program: BUILTINS_ARCHIVE is its path, from the build.
#include "builtins/library.h"

asm(".section .rodata\n"
    ".balign 16\n"
    "lanewise_builtins_begin:\n"
    ".incbin \"" BUILTINS_ARCHIVE "\"\n"
    "lanewise_builtins_end:\n"
    ".byte 0\n"
    ".previous\n");

extern "C" const uint8_t lanewise_builtins_begin[] __attribute__((visibility("hidden")));
extern "C" const uint8_t lanewise_builtins_end[] __attribute__((visibility("hidden")));

namespace builtins {

std::span<const uint8_t> archive() { return {lanewise_builtins_begin, lanewise_builtins_end}; }

} // namespace builtins
