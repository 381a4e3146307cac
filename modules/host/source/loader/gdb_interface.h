// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The interface by which gdb reads code that was made at run time. Names and layout are gdb's: "JIT
// Compilation Interface" in its manual.
#ifndef HOST_LOADER_GDB_INTERFACE_H
#define HOST_LOADER_GDB_INTERFACE_H

#include <cstdint>

extern "C" {

struct jit_code_entry {
  jit_code_entry* next_entry;
  jit_code_entry* prev_entry;
  const char* symfile_addr;
  uint64_t symfile_size;
};

struct jit_descriptor {
  uint32_t version;
  uint32_t action_flag;
  jit_code_entry* relevant_entry;
  jit_code_entry* first_entry;
};

/// gdb stops here and reads the descriptor.
void __jit_debug_register_code();

extern jit_descriptor __jit_debug_descriptor;
}

#endif
