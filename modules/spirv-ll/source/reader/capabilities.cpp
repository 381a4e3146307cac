// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "reader/capabilities.h"

#include "spirv_words/support.h"

#include <algorithm>
#include <array>

namespace spirv_ll {
namespace {

struct Refusal {
  Capability capability;
  const char* reason;
};
constexpr Refusal refused[] = {
    {Capability::Shader, "only modules of the OpenCL environment can be read"},
    {Capability::PipeStorage, "pipes are made by the host only"},
    {Capability::AsmINTEL, "inline assembly is not supported"},
    {Capability::RoundingModeRTZ, "arithmetic rounds to nearest even only"},
    {Capability::RoundToInfinityINTEL, "arithmetic rounds to nearest even only"},
    {Capability::FloatingPointModeINTEL, "arithmetic is that of IEEE 754 only"},
    {Capability::VectorComputeINTEL, "kernels for vectors of work-items are not supported"},
};

} // namespace

void Capabilities::add(Capability capability) {
  if (declared.insert(capability).second) {
    // A capability's requirements are the capabilities that it implies.
    for (const Capability implied :
         find_enumerant(OperandKind::Capability, uint32_t(capability)).capabilities) {
      add(implied);
    }
  }
}

Outcome Capabilities::declare(Capability capability) {
  const auto info = find_enumerant(OperandKind::Capability, uint32_t(capability));
  const auto supported = supported_capabilities();
  if (std::ranges::find(supported, capability) == supported.end()) {
    const auto* row = std::ranges::find(refused, capability, &Refusal::capability);
    return fail("capability " + std::string(info.name) + " is not supported" +
                (row != std::end(refused) ? std::string(": ") + row->reason : ""));
  }
  add(capability);
  return cargo::success{};
}

bool Capabilities::any(std::span<const Capability> alternatives) const {
  return alternatives.empty() || std::ranges::any_of(alternatives, [&](Capability alternative) {
           return has(alternative);
         });
}

std::string list(std::span<const Capability> capabilities) {
  std::string text = capabilities.size() == 1 ? "capability" : "one of the capabilities";
  const char* separator = " ";
  for (const Capability capability : capabilities) {
    text +=
        separator + std::string(find_enumerant(OperandKind::Capability, uint32_t(capability)).name);
    separator = ", ";
  }
  return text;
}

bool is_known_extension(std::string_view name) {
  return std::ranges::any_of(supported_extensions(),
                             [&](std::string_view known) { return known == name; });
}

} // namespace spirv_ll
