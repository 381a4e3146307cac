// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Short tables of constants, which some CPUs keep in registers (`__mux_has_table_permutes`, or of
// eight floats in one, `__mux_has_short_table_permutes`).
#ifndef ABACUS_ARITHMETIC_TABLES_H
#define ABACUS_ARITHMETIC_TABLES_H

#include "arithmetic/lanes.h"

namespace abacus {

/// Whether tables of eight numbers are worth it where longer ones are in no registers: they are if
/// a fused multiply-add makes use of the short numbers that they hold.
inline bool has_short_tables() { return __mux_has_short_table_permutes() && __mux_has_fma(); }

/// The table's value for each lane's index.
template <class T> inline T looked_up(const __constant element_of<T>* table, signed_of<T> index) {
  T result = T(0);
  for (int i = 0; i < width_of<T>; ++i) {
    result = put(result, i, table[get(index, i)]);
  }
  return result;
}

} // namespace abacus

#endif
