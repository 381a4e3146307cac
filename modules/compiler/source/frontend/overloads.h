// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef FRONTEND_OVERLOADS_H
#define FRONTEND_OVERLOADS_H

#include <clang/AST/ASTConsumer.h>

#include <memory>
#include <set>
#include <string>

namespace compiler {

/// Functions of a program that have names of built-in ones.
struct Overloads {
  std::set<std::string> names;
  // Mangled names of built-in functions with the parameters of one of the program's:
  std::set<std::string> replaced; ///< the program's is a definition of them
  std::set<std::string> hidden;   ///< it cannot be: it has another result or linkage

  bool operator==(const Overloads&) const = default;
};

/// Clang 22 looks for built-in functions where it finds nothing else of a name, so that a program's
/// own overload hides all of them:
///
///   V min(V a, V b);
///   min(1, 2) // no matching function, or another one than it should be
///
/// Finds such names: of functions with the attribute `overloadable`, and of all functions outside
/// of namespaces in C++. Those of headers in the folder `ours` are not the program's.
///
/// Both consumers drop what a program's own function inherits from the built-in one that it takes
/// the place of: that it accesses no memory. They have to be run before code is generated.
[[nodiscard]] std::unique_ptr<clang::ASTConsumer> find_overloads(Overloads& found,
                                                                 const std::string& ours);

/// The declaration behind which `declare_overloaded` acts: the last one before the program's own.
constexpr const char* before_program = "typedef void __lanewise_before_program;\n";

/// For a second parse. Declares the built-in functions of these names as a header would, so that
/// the program's own are beside them: all but those that are hidden and those of names that a
/// header has declared.
[[nodiscard]] std::unique_ptr<clang::ASTConsumer> declare_overloaded(const Overloads& overloads,
                                                                     const std::string& ours);

} // namespace compiler

#endif
