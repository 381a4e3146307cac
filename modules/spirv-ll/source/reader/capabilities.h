// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPIRV_LL_READER_CAPABILITIES_H
#define SPIRV_LL_READER_CAPABILITIES_H

#include "reader/instruction.h"

#include <llvm/ADT/SmallSet.h>

namespace spirv_ll {

/// The capabilities that a module has declared, and what those imply (SPIR-V specification 3.31).
class Capabilities {
public:
  /// Error: the capability is not supported; says why where there is a reason.
  [[nodiscard]] Outcome declare(Capability capability);
  [[nodiscard]] bool has(Capability capability) const { return declared.contains(capability); }
  /// Whether one of `alternatives` is declared, or none is needed.
  [[nodiscard]] bool any(std::span<const Capability> alternatives) const;

private:
  void add(Capability capability);
  llvm::SmallSet<Capability, 32> declared;
};

/// "capability A" or "one of the capabilities A, B".
[[nodiscard]] std::string list(std::span<const Capability> capabilities);

/// Whether OpExtension may name it; an extension is supported if its capabilities and instructions
/// are.
[[nodiscard]] bool is_known_extension(std::string_view name);

} // namespace spirv_ll

#endif
