// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Named properties of a module, by which passes state what they require of each other. One pass
// establishes a property; it then holds after every pass until another one ends it, and passes in
// between may need it. The tables of passes (pass.h) have this in their rows. Properties are
// checked wherever the IR is verified.
#ifndef COMPILER_PROPERTIES_H
#define COMPILER_PROPERTIES_H

#include <cstdint>
#include <initializer_list>
#include <llvm/ADT/StringRef.h>
#include <llvm/IR/Module.h>
#include <string>

namespace compiler {

/// Each has a row with its name and its checker in properties.cpp.
enum class Property : uint8_t {
  promises_hold,            ///< vecz/promises.h; from the beginning
  images_lowered,           ///< lower_images.h
  builtins_linked,          ///< no function of the library of built-ins is only declared
  events_lowered,           ///< builtins/events.h
  target_facts_folded,      ///< fold_target_facts.h
  one_function_a_kernel,    ///< inline_group_functions.h: kernels hold all that concerns the group
  arguments_only_read,      ///< copy_written_arguments.h
  space_queries_answered,   ///< address_space_queries.h
  local_variables_laid_out, ///< local_variables.h
  printf_lowered,           ///< lower_printf.h
  barriers_numbered,        ///< number_barriers.h
  work_groups,              ///< work_item_loops.h: kernels run once for each group
  masked_loads_frozen,      ///< freeze_masked_loads.h
  vocabulary_replaced,      ///< nothing of `__mux_*` is left
  address_spaces_flat,      ///< flatten_address_spaces.h
  half_truncations_replaced,
  platform_calls, ///< nothing has the neutral dialect's calling convention
};
inline constexpr unsigned property_count = 17;

class Properties {
public:
  constexpr Properties() = default;
  constexpr Properties(std::initializer_list<Property> list) {
    for (const Property property : list) {
      bits |= 1u << unsigned(property);
    }
  }
  [[nodiscard]] constexpr bool contains(Property property) const {
    return (bits >> unsigned(property) & 1) != 0;
  }
  constexpr void add(Properties others) { bits |= others.bits; }
  constexpr void remove(Properties others) { bits &= ~others.bits; }

private:
  uint32_t bits = 0;
};

/// The properties that a pass needs, establishes and ends.
struct Contract {
  Properties needs = {};
  Properties establishes = {};
  Properties ends = {};
};

[[nodiscard]] llvm::StringRef name(Property property);

/// Finds a place where a module violates a property and describes it in a few words; empty if the
/// property holds. Cost: in proportion to the module.
[[nodiscard]] std::string find_violation(const llvm::Module& module, Property property);

/// Tracks the properties that are established in a module as passes run over it.
class PropertyTracker {
public:
  /// The origin of the module. In a pipeline, only passes establish properties. A module that is
  /// read from text may have any property: one that is needed is checked.
  enum class Origin { pipeline, text };
  explicit PropertyTracker(Origin where) : origin(where) {}

  /// The reason why a pass must not run yet; empty if it may.
  [[nodiscard]] std::string before(const Contract& pass, const llvm::Module& module) const;
  /// The first established property that does not hold any more; empty if there is none.
  [[nodiscard]] std::string after(const Contract& pass, const llvm::Module& module);

private:
  const Origin origin;
  Properties established = {Property::promises_hold};
};

} // namespace compiler

#endif
