/* Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
   SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

   The one C interface between libCL.so (or clc) and liblanewise-compiler.so. The library exports
   lanewise_compiler_entry and nothing else. */
#ifndef COMPILER_INTERFACE_ABI_H
#define COMPILER_INTERFACE_ABI_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define LANEWISE_COMPILER_ABI_VERSION 1u

/* Called exactly once, on any thread, with the answer; the bytes live until it returns. It must not
   throw. An empty answer says that there was no memory for one. */
typedef void (*lanewise_compiler_sink)(void* user, const uint8_t* data, size_t size);

/* Functions of the compiler library. All are thread safe and none throws. */
typedef struct lanewise_compiler_functions {
  uint32_t abi_version; /* LANEWISE_COMPILER_ABI_VERSION of the library */
  const char* build_id; /* of the source tree that it was built from */
  /* The targets that it can compile for, as compiler::read_targets takes them. */
  void (*targets)(lanewise_compiler_sink sink, void* user);
  /* Runs one request (compiler::write) on a compiler thread and waits for the response
     (compiler::read_response). Requests of several threads run in parallel. */
  void (*run)(const uint8_t* request, size_t size, lanewise_compiler_sink sink, void* user);
} lanewise_compiler_functions;

typedef const lanewise_compiler_functions* (*lanewise_compiler_entry_function)(void);

#ifdef __cplusplus
}
#endif

#endif
