// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef FRONTEND_CONSTANTS_H
#define FRONTEND_CONSTANTS_H

#include <clang/AST/ASTConsumer.h>

#include <memory>

namespace compiler {

/// Implements -cl-single-precision-constant for a constant that meets a double (OpenCL C 1.2,
/// section 5.6.4.2 of the API specification): its value is that of a float. Clang gives such
/// constants the
/// type float, but where one is converted to double it joins the two conversions and the digits
/// beyond float come back. To be run before the consumer that generates code.
[[nodiscard]] std::unique_ptr<clang::ASTConsumer> round_constants_to_single();

} // namespace compiler

#endif
