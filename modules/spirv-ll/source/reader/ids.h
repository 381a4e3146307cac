// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPIRV_LL_READER_IDS_H
#define SPIRV_LL_READER_IDS_H

#include "declarations/type.h"

#include <llvm/IR/Value.h>
#include <vector>

namespace spirv_ll {

enum class IdKind : uint8_t {
  undefined,
  type,
  value,    ///< a constant, a global variable, a parameter, an instruction
  built_in, ///< a variable decorated BuiltIn: `number` is which
  sampler,  ///< OpConstantSampler: `number` is the initializer of OpenCL C
  sampled,  ///< OpSampledImage: `value` is the image, `second` the sampler
  function,
  label,
  text,         ///< OpString: `number` is its position among the strings
  extended_set, ///< OpExtInstImport: `number` is an ExtendedSet
  group,        ///< OpDecorationGroup
  ignored,      ///< gives nothing that may be used as a value (debug information, aliasing)
};

/// The meaning of an id.
struct Id {
  IdKind kind = IdKind::undefined;
  const Type* type = nullptr; ///< the type itself, or the value's
  llvm::Value* value = nullptr;
  llvm::Value* second = nullptr;
  uint32_t number = 0;
};

/// All ids of a module. Grows with the ids that are used: a bound of four billion costs nothing.
class Ids {
public:
  /// The meaning of `id`; `undefined` if it has none.
  [[nodiscard]] const Id& operator[](uint32_t id) const {
    static const Id nothing;
    return id < table.size()  ? table[id]
           : is_temporary(id) ? temporaries[id - first_temporary]
                              : nothing;
  }
  /// Whether it is one of add_temporary.
  [[nodiscard]] bool is_temporary(uint32_t id) const {
    return id >= first_temporary && id - first_temporary < temporaries.size();
  }
  /// An id that no module has.
  [[nodiscard]] uint32_t add_temporary(const Id& what) {
    temporaries.push_back(what);
    return first_temporary + static_cast<uint32_t>(temporaries.size() - 1);
  }
  /// All temporary ids are over.
  void clear_temporaries() { temporaries.clear(); }

  /// False if it is defined already.
  [[nodiscard]] bool define(uint32_t id, const Id& what) {
    if (id >= table.size()) {
      table.resize(std::max<size_t>(id + 1, table.size() * 2));
    }
    if (table[id].kind != IdKind::undefined) {
      return false;
    }
    table[id] = what;
    return true;
  }
  /// Replaces the definition of `id`.
  void replace(uint32_t id, const Id& what) { table[id] = what; }

private:
  static constexpr uint32_t first_temporary = 1u << 31; ///< beyond max_id_bound
  std::vector<Id> table;
  std::vector<Id> temporaries;
};

} // namespace spirv_ll

#endif
