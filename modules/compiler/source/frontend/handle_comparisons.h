// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef FRONTEND_HANDLE_COMPARISONS_H
#define FRONTEND_HANDLE_COMPARISONS_H

#include <clang/AST/ASTConsumer.h>

#include <memory>

namespace compiler {

/// Comparisons of queues and of events on the device compare their numbers: Clang 22 would emit an
/// `icmp` of an opaque type, which LLVM does not have. To be run before the consumer that generates
/// code.
///
///   a == b
/// becomes
///   __lanewise_queue_number(a) == __lanewise_queue_number(b)
/// and a 0 that is a queue is the null queue.
///
/// The functions are declared in lanewise_opencl.h.
[[nodiscard]] std::unique_ptr<clang::ASTConsumer> compare_handles_by_number();

} // namespace compiler

#endif
