// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Part of every program that is built with sanitizers: what they do unless ASAN_OPTIONS,
// TSAN_OPTIONS and UBSAN_OPTIONS say otherwise.
#include <unistd.h>

#define TEXT(function, text)                                                                       \
  extern "C" [[gnu::visibility("default"), gnu::used]] const char* function();                     \
  const char* function() { return text; }

// Allocations that must fail are part of the tests. LLVM is not built with AddressSanitizer: where
// its headers mark memory as unused, in our code, LLVM's own does not mark it as used again.
TEXT(__asan_default_options,
     "allocator_may_return_null=1:allow_user_poisoning=0:detect_container_overflow=0")
TEXT(__tsan_default_options, "allocator_may_return_null=1")
TEXT(__ubsan_default_options, "print_stacktrace=1")

// A job of the compiler library that crashes, or that overruns its time, is left with all that it
// has (doc/process.md), and stacks through LLVM are cut off before they show the job. What passes
// lose shows in muxc and veczc.
TEXT(__lsan_default_options, "print_suppressions=0")
TEXT(__lsan_default_suppressions, "leak:liblanewise-compiler.so\n")

// In a child of fork the threads of its parent are not there, so that all that only they refer to
// would count as lost.
static const pid_t started_as = getpid();
extern "C" [[gnu::visibility("default"), gnu::used]] int __lsan_is_turned_off();
int __lsan_is_turned_off() { return getpid() != started_as; }
