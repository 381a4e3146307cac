// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// LANEWISE_COMPILER=process: requests are answered by child processes (source/compiler/worker),
// where whatever happens to the compiler stays.
#ifndef COMPILER_INTERFACE_WORKERS_H
#define COMPILER_INTERFACE_WORKERS_H

#include "compiler_interface/request.h"

namespace compiler {

/// Whether the environment asks for child processes.
[[nodiscard]] bool wants_workers();

/// Sends the request to an idle child, or a new one, and waits for its answer as bytes. The error
/// is the answer if the child cannot be started or ends without one. Children end when they have
/// failed once, and with this process. The application must not have to wait for them: wait() of
/// the application does not see them. Usable in a forked child, too. Thread safe; throws
/// std::bad_alloc.
[[nodiscard]] cargo::expected<binary::bytes, Response> ask_worker(binary::bytes_view request);

} // namespace compiler

#endif
