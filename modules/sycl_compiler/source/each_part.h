// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SYCL_COMPILER_EACH_PART_H
#define SYCL_COMPILER_EACH_PART_H

#include "cargo/expected.h"

#include <cstdint>
#include <llvm/ADT/STLFunctionalExtras.h>
#include <string>
#include <vector>

namespace sycl_compiler {

using Bytes = std::vector<uint8_t>;
using BytesOrError = cargo::expected<Bytes, std::string>;

/// What `make(0)` to `make(count - 1)` return, in this order. Where there are several, each runs in
/// a process of its own, which begins as a copy of the caller's and whose memory ends with it, and
/// not more than `at_once` run at a time. LLVM 22's SPIR-V back end needs this: it takes facts
/// about one module for those of the next one in the process (it knows blocks by their addresses).
/// The caller has no other threads. The error has the lines of all errors, each once.
[[nodiscard]] cargo::expected<std::vector<Bytes>, std::string>
each_part(size_t count, size_t at_once, llvm::function_ref<BytesOrError(size_t)> make);

} // namespace sycl_compiler

#endif
