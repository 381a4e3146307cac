// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef FRONTEND_VECTOR_LITERALS_H
#define FRONTEND_VECTOR_LITERALS_H

#include <clang/AST/ASTConsumer.h>

#include <memory>

namespace compiler {

/// Keeps Clang 22 from joining parts of a vector literal in a way that it gets wrong. It takes the
/// part before a component of a computed vector for an instruction even where it is a constant, and
/// crashes or does not end: (uchar8)((uchar3)7 / (uchar3)2, (a + b).s4, four). A component in
/// parentheses is not joined. To be run before the consumer that generates code.
[[nodiscard]] std::unique_ptr<clang::ASTConsumer> parenthesise_components();

} // namespace compiler

#endif
