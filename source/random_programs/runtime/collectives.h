// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions of work-groups (OpenCL C 6.15.16), over a value that each work-item has: `of` gives it.
// Work-items stand in order of their linear local ids.
#ifndef RANDOM_PROGRAMS_COLLECTIVES_H
#define RANDOM_PROGRAMS_COLLECTIVES_H

#include <limits>
#include <type_traits>

namespace rt {

struct Add {
  template <typename T> static T neutral() { return 0; }
  template <typename T> static T apply(T a, T b) { return T(a + b); }
};
struct Min {
  template <typename T> static T neutral() { return std::numeric_limits<T>::max(); }
  template <typename T> static T apply(T a, T b) { return b < a ? b : a; }
};
struct Max {
  template <typename T> static T neutral() { return std::numeric_limits<T>::min(); }
  template <typename T> static T apply(T a, T b) { return a < b ? b : a; }
};

enum class Form { reduce, inclusive, exclusive };

template <typename Op, Form form, typename Item, typename Of> void combine(Item* all, Of of) {
  using T = std::remove_reference_t<decltype(of(*all))>;
  T total = Op::template neutral<T>();
  for (uint i = 0; i < items; ++i) {
    T& value = of(all[i]);
    const T before = total;
    total = Op::template apply<T>(total, value);
    if (form != Form::reduce) {
      value = form == Form::inclusive ? total : before;
    }
  }
  for (uint i = 0; form == Form::reduce && i < items; ++i) {
    of(all[i]) = total;
  }
}

#define COLLECTIVE(name, op, form)                                                                 \
  template <typename Item, typename Of> void name(Item* all, Of of) {                              \
    combine<op, Form::form>(all, of);                                                              \
  }
#define COLLECTIVES(suffix, op)                                                                    \
  COLLECTIVE(reduce_##suffix, op, reduce)                                                          \
  COLLECTIVE(scan_inclusive_##suffix, op, inclusive)                                               \
  COLLECTIVE(scan_exclusive_##suffix, op, exclusive)

COLLECTIVES(add, Add)
COLLECTIVES(min, Min)
COLLECTIVES(max, Max)

#undef COLLECTIVES
#undef COLLECTIVE

template <typename Item, typename Of> void all(Item* items_of_group, Of of) {
  reduce_min(items_of_group, of); // of 0 and 1
}
template <typename Item, typename Of> void any(Item* items_of_group, Of of) {
  reduce_max(items_of_group, of);
}

/// From the last work-item.
template <typename Item, typename Of> void broadcast(Item* all, Of of) {
  for (uint i = 0; i < items; ++i) {
    of(all[i]) = of(all[items - 1]);
  }
}

} // namespace rt

#endif
