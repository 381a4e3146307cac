// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Leaving the process while jobs run: exit() would destroy LLVM's and Clang's static objects under
// them. Nothing of this library's is destroyed: the linker sends what its objects register for the
// end (--wrap=__cxa_atexit) here. The memory goes with the process, which is also faster.
extern "C" int __wrap___cxa_atexit(void (* /*destroy*/)(void*), void* /*object*/,
                                   void* /*library*/) {
  return 0;
}
