// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions of work-groups (OpenCL C 6.15.16) and sub-groups (6.15.19, cl_khr_subgroup_*), over a
// value that each work-item has: `of` gives it, `active` whether the work-item takes part.
// Sub-groups are `size` neighbours in order of their linear local ids, as are clusters of them.
#ifndef RANDOM_PROGRAMS_COLLECTIVES_H
#define RANDOM_PROGRAMS_COLLECTIVES_H

#include <limits>
#include <type_traits>

namespace rt {

struct Add {
  template <typename T> static T neutral() { return 0; }
  template <typename T> static T apply(T a, T b) { return T(a + b); }
};
struct Mul {
  template <typename T> static T neutral() { return 1; }
  template <typename T> static T apply(T a, T b) { return T(a * b); }
};
struct Min {
  template <typename T> static T neutral() {
    using Limits = std::numeric_limits<T>;
    return Limits::has_infinity ? Limits::infinity() : Limits::max();
  }
  template <typename T> static T apply(T a, T b) { return b < a ? b : a; }
};
struct Max {
  template <typename T> static T neutral() {
    using Limits = std::numeric_limits<T>;
    return Limits::has_infinity ? -Limits::infinity() : Limits::lowest();
  }
  template <typename T> static T apply(T a, T b) { return a < b ? b : a; }
};
struct And {
  template <typename T> static T neutral() { return T(-1); }
  template <typename T> static T apply(T a, T b) { return T(a & b); }
};
struct Or {
  template <typename T> static T neutral() { return 0; }
  template <typename T> static T apply(T a, T b) { return T(a | b); }
};
struct Xor {
  template <typename T> static T neutral() { return 0; }
  template <typename T> static T apply(T a, T b) { return T(a ^ b); }
};

enum class Form { reduce, inclusive, exclusive };

struct Everyone {
  template <typename Item> bool operator()(Item&) const { return true; }
};

template <typename Item, typename Of>
using Value = std::remove_reference_t<std::invoke_result_t<Of, Item&>>;

/// Calls `body` with the first work-item of each group of `size` and how many there are in it.
template <typename Item, typename Body> void for_groups(Item* all, uint size, Body body) {
  for (uint begin = 0; begin < items; begin += size) {
    body(all + begin, items - begin < size ? items - begin : size);
  }
}

template <typename Op, Form form, typename Item, typename Of, typename Active>
void combine(Item* all, uint size, Of of, Active active) {
  for_groups(all, size, [&](Item* group, uint count) {
    using T = Value<Item, Of>;
    T total = Op::template neutral<T>();
    for (uint i = 0; i < count; ++i) {
      if (active(group[i])) {
        T& value = of(group[i]);
        const T before = total;
        total = Op::template apply<T>(total, value);
        if (form != Form::reduce) {
          value = form == Form::inclusive ? total : before;
        }
      }
    }
    for (uint i = 0; form == Form::reduce && i < count; ++i) {
      if (active(group[i])) {
        of(group[i]) = total;
      }
    }
  });
}

#define COLLECTIVE(name, op, form)                                                                 \
  template <typename Item, typename Of, typename Active = Everyone>                                \
  void name(Item* all, uint size, Of of, Active active = {}) {                                     \
    combine<op, Form::form>(all, size, of, active);                                                \
  }
#define COLLECTIVES(suffix, op)                                                                    \
  COLLECTIVE(reduce_##suffix, op, reduce)                                                          \
  COLLECTIVE(scan_inclusive_##suffix, op, inclusive)                                               \
  COLLECTIVE(scan_exclusive_##suffix, op, exclusive)

COLLECTIVES(add, Add)
COLLECTIVES(mul, Mul)
COLLECTIVES(min, Min)
COLLECTIVES(max, Max)
COLLECTIVES(and, And)
COLLECTIVES(or, Or)
COLLECTIVES(xor, Xor)
// Operands of these are 0 or 1.
COLLECTIVE(all, Min, reduce)
COLLECTIVE(any, Max, reduce)
COLLECTIVE(ballot_bit_count, Add, reduce)
COLLECTIVE(ballot_inclusive_scan, Add, inclusive)
COLLECTIVE(ballot_exclusive_scan, Add, exclusive)

#undef COLLECTIVES
#undef COLLECTIVE

/// From the last work-item.
template <typename Item, typename Of> void broadcast(Item* all, uint size, Of of) {
  for_groups(all, size, [&](Item* group, uint count) {
    for (uint i = 0; i < count; ++i) {
      of(group[i]) = of(group[count - 1]);
    }
  });
}

template <typename Item, typename Of, typename Active>
void broadcast_first(Item* all, uint size, Of of, Active active) {
  for_groups(all, size, [&](Item* group, uint count) {
    const Item* first = nullptr;
    for (uint i = 0; i < count; ++i) {
      if (active(group[i])) {
        first = first ? first : &group[i];
        of(group[i]) = of(*const_cast<Item*>(first));
      }
    }
  });
}

/// Each work-item takes the value of the one whose number `partner` gives, if there is that one.
template <typename Item, typename Of, typename Partner>
void exchange(Item* all, uint size, Of of, Partner partner) {
  for_groups(all, size, [&](Item* group, uint count) {
    Value<Item, Of> before[64];
    for (uint i = 0; i < count; ++i) {
      before[i] = of(group[i]);
    }
    for (uint i = 0; i < count; ++i) {
      if (const uint other = partner(i, group[i], count); other < count) {
        of(group[i]) = before[other];
      }
    }
  });
}

template <typename Item, typename Of, typename Other>
void shuffle(Item* all, uint size, Of of, Other other) {
  exchange(all, size, of, [&](uint, Item& item, uint count) { return other(item) % count; });
}
template <typename Item, typename Of> void shuffle_xor(Item* all, uint size, Of of, uint mask) {
  exchange(all, size, of, [&](uint i, Item&, uint) { return i ^ mask; });
}
template <typename Item, typename Of> void shuffle_up(Item* all, uint size, Of of, uint by) {
  exchange(all, size, of, [&](uint i, Item&, uint) { return i - by; });
}
template <typename Item, typename Of> void shuffle_down(Item* all, uint size, Of of, uint by) {
  exchange(all, size, of, [&](uint i, Item&, uint) { return i + by; });
}
template <typename Item, typename Of> void rotate(Item* all, uint size, Of of, uint by) {
  exchange(all, size, of, [&](uint i, Item&, uint) { return (i + by) % size; });
}

} // namespace rt

#endif
