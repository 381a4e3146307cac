// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The built-in functions of OpenCL C as a library to link modules with. Names are those that Clang
// gives to calls of built-ins for spir64; mux_builtins.md lists the functions that the target must
// supply.
#ifndef BUILTINS_LIBRARY_H
#define BUILTINS_LIBRARY_H

#include "cargo/expected.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace llvm {
class Module;
}

namespace builtins {

/// The archive that is part of the driver's compiler, where this is linked in. It lives as long as
/// the process.
[[nodiscard]] std::span<const uint8_t> archive();

struct LinkStatistics {
  size_t members = 0; ///< read and moved in
  size_t bytes = 0;   ///< of bitcode in them
};

/// An opened archive. Immutable: any number of threads may link from one, each its own modules.
class Library {
public:
  /// Opens the archive in `data`, which must outlive the library. The error says in one sentence
  /// what is wrong with it.
  static cargo::expected<Library, std::string> open(std::span<const uint8_t> data);

  Library(Library&&) noexcept;
  Library& operator=(Library&&) noexcept;
  ~Library();

  [[nodiscard]] bool defines(std::string_view name) const;
  [[nodiscard]] size_t size() const;                       ///< number of functions
  [[nodiscard]] std::string_view name(size_t index) const; ///< in ascending order

  /// Moves into `module` the definition of every function that it declares and the library defines,
  /// and of the functions that those call. They become internal, so that those that are inlined
  /// everywhere vanish. Calls to them lose `convergent` unless the function itself has it (Clang
  /// puts it on every call). Functions that the library does not know stay declared. The module
  /// keeps its triple and data layout. The same module gives the same result. After an error, which
  /// only a damaged archive causes, the module is to be thrown away.
  cargo::expected<LinkStatistics, std::string> link(llvm::Module& module) const;

private:
  struct State;
  explicit Library(std::unique_ptr<State> opened);
  std::unique_ptr<State> state;
};

} // namespace builtins

#endif
