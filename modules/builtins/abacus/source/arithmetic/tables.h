// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Short tables of constants, which some CPUs keep in registers (`__mux_has_table_permutes`).
#ifndef ABACUS_ARITHMETIC_TABLES_H
#define ABACUS_ARITHMETIC_TABLES_H

#include "arithmetic/lanes.h"

namespace abacus {

/// Whether tables of eight floats are kept in registers, if no larger ones are: with AVX2.
inline bool has_short_tables() { return __mux_has_float_estimates() && __mux_has_fma(); }

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
