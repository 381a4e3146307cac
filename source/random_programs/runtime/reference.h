// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OpenCL C for programs written as C++: types and functions, work-items, launches. The generator
// includes it (cpp_printer.py); nothing here comes from Clang or LLVM.
#ifndef RANDOM_PROGRAMS_REFERENCE_H
#define RANDOM_PROGRAMS_REFERENCE_H

#include "built_ins.h"
#include "data.h"
#include "images.h"
#include "races.h"
#include "vectors.h"

#include <initializer_list>
#include <stdio.h>
#include <stdlib.h>

namespace rt {

struct Size {
  ulong d[3];
};

struct Item {
  ulong global[3], local[3];
  bool is_done;
};

/// The launch and the group that run, and the work-item whose turn it is. At the end of a range
/// groups may be smaller: `local_size` is the size of the group that runs.
inline Size global_size, local_size, enqueued_local_size, offset, group;
inline uint dimensions, items;
inline uint sub_group_size; ///< that the kernel requires
inline const Item* current;
/// Work-items and groups are done in this order: 0 forwards, 1 backwards, 2 neither. Results that
/// depend on it are not defined.
inline uint order;
inline uint next_local;

} // namespace rt

#include "collectives.h"

namespace rt {

inline uint in_order(uint i, uint count) {
  return order == 0 ? i : order == 1 ? count - 1 - i : (i % 2 ? count - 1 - i / 2 : i / 2);
}

UNCHECKED inline void spoil(void* memory, size_t size) {
  __builtin_memset(memory, order == 0 ? 0x5a : order == 1 ? 0xc3 : 0x17, size);
}

template <typename T> void begin_group(T* all) {
#ifdef STRICT // what is not initialised differs from order to order
  spoil(all, items * sizeof(T));
#endif
  for (uint i = 0; i < items; ++i) {
    T& item = all[i];
    uint rest = i;
    for (uint d = 0; d < 3; ++d) {
      item.local[d] = rest % local_size.d[d];
      rest /= local_size.d[d];
      item.global[d] = offset.d[d] + group.d[d] * enqueued_local_size.d[d] + item.local[d];
    }
    item.is_done = false;
  }
}

template <typename T, typename F> void for_items(T* all, F body) {
  for (uint i = 0; i < items; ++i) {
    const uint number = in_order(i, items);
    T& item = all[number];
    if (!item.is_done) {
      current = &item;
      races::begin_item(number);
      body(item);
    }
  }
  races::end_items();
}

inline uint group_count(uint d) {
  return uint((global_size.d[d] + enqueued_local_size.d[d] - 1) / enqueued_local_size.d[d]);
}

template <typename F>
void launch(uint in_dimensions, Size global, Size local, Size at, F run_group) {
  global_size = global;
  enqueued_local_size = local;
  offset = at;
  dimensions = in_dimensions;
  races::begin_launch();
  const uint x = group_count(0), y = group_count(1), count = x * y * group_count(2);
  for (uint i = 0; i < count; ++i) {
    const uint number = in_order(i, count);
    group = {{number % x, number / x % y, number / x / y}};
    items = 1;
    for (uint d = 0; d < 3; ++d) {
      const ulong rest = global.d[d] - group.d[d] * local.d[d];
      local_size.d[d] = rest < local.d[d] ? rest : local.d[d];
      items *= uint(local_size.d[d]);
    }
    races::begin_group();
    run_group();
  }
  races::end_launch();
}

// Memory: all buffers of a program, one behind the other.
constexpr size_t max_memory = 32 << 20, max_buffers = 32;
alignas(128) inline unsigned char memory[max_memory];
alignas(128) inline unsigned char local_bytes[256 << 10];
inline size_t used;
inline uint buffers;
inline unsigned char* begins[max_buffers];
inline size_t sizes[max_buffers];

template <typename T> T* buffer(size_t count, int kind, uint seed) {
#ifdef STRICT // where the sanitizer sees what lies beyond its end
  auto* begin = static_cast<unsigned char*>(__builtin_malloc(count * sizeof(T)));
#else
  unsigned char* begin = memory + used;
#endif
  races::watch(memory, max_memory, races::global);
  begins[buffers] = begin;
  sizes[buffers++] = count * sizeof(T);
  used += (count * sizeof(T) + 127) / 128 * 128 + 128;
  if (used > max_memory) {
    __builtin_trap();
  }
  data::fill(begin, count, sizeof(T), T(0.5) != T(0) ? 'f' : 'i', kind, seed);
  return reinterpret_cast<T*>(begin);
}

/// A variable of program scope, which is as at first again.
template <typename T, size_t n> void reset(T (&variable)[n], std::initializer_list<T> values) {
  races::watch(variable, sizeof(variable), races::global);
  __builtin_memset(static_cast<void*>(variable), 0, sizeof(variable));
  __builtin_memcpy(static_cast<void*>(variable), values.begin(), values.size() * sizeof(T));
}

inline void local_array(void* begin, size_t size) {
  races::watch(begin, size, races::local);
  spoil(begin, size);
}

inline void* local_memory(uint size) {
  unsigned char* begin = local_bytes + next_local;
  next_local += (size + 127) / 128 * 128;
  if (next_local > sizeof(local_bytes)) {
    __builtin_trap();
  }
  races::watch(local_bytes, sizeof(local_bytes), races::local);
  spoil(begin, size);
  return begin;
}

template <typename T, size_t n> T of_bytes(const char (&bytes)[n]) {
  static_assert(n == sizeof(T) + 1);
  T value;
  __builtin_memcpy(&value, bytes, sizeof(T));
  return value;
}

/// The text that a launch has printed. No device has to keep more than a mebibyte.
inline char printed[1 << 20];
inline size_t printed_size;

template <typename... Ts> void print(const char* format, Ts... values) {
  const size_t rest = sizeof(printed) - printed_size;
  const int size = snprintf(printed + printed_size, rest, format, values...);
  if (size < 0 || size_t(size) >= rest) {
    __builtin_trap();
  }
  printed_size += size_t(size);
}

/// For each launch a number made of what is in each buffer afterwards, and one of what it printed.
struct Results {
  static constexpr uint most = 1 << 14;
  uint count = 0;
  uint64_t numbers[most];

  void record() {
    if (count + buffers >= most) {
      __builtin_trap();
    }
    for (uint i = 0; i < buffers; ++i) {
      numbers[count++] = data::hash(begins[i], sizes[i]);
    }
    numbers[count++] = data::hash_of_lines(printed, printed_size);
    printed_size = 0;
  }
};

} // namespace rt

using rt::current;
inline ulong get_global_id(ulong d) { return d < 3 ? current->global[d] : 0; }
inline ulong get_local_id(ulong d) { return d < 3 ? current->local[d] : 0; }
inline ulong get_group_id(ulong d) { return d < 3 ? rt::group.d[d] : 0; }
inline ulong get_global_size(ulong d) { return d < 3 ? rt::global_size.d[d] : 1; }
inline ulong get_local_size(ulong d) { return d < 3 ? rt::local_size.d[d] : 1; }
inline ulong get_enqueued_local_size(ulong d) { return d < 3 ? rt::enqueued_local_size.d[d] : 1; }
inline ulong get_num_groups(ulong d) { return d < 3 ? rt::group_count(uint(d)) : 1; }
inline ulong get_global_offset(ulong d) { return d < 3 ? rt::offset.d[d] : 0; }
inline uint get_work_dim() { return rt::dimensions; }
inline uint linear_local_id() {
  const ulong* l = current->local;
  return uint((l[2] * rt::local_size.d[1] + l[1]) * rt::local_size.d[0] + l[0]);
}
inline uint get_sub_group_local_id() { return linear_local_id() % rt::sub_group_size; }
inline uint get_sub_group_id() { return linear_local_id() / rt::sub_group_size; }
inline uint get_num_sub_groups() { return (rt::items - 1) / rt::sub_group_size + 1; }
inline uint get_sub_group_size() {
  const uint rest = rt::items - get_sub_group_id() * rt::sub_group_size;
  return rest < rt::sub_group_size ? rest : rt::sub_group_size;
}

/// A batch of programs: argument i runs program i. Prints a line "<index> <name> <number>..." or
/// "<index> <name> undefined" if results depend on the order of work-items.
struct ProgramEntry {
  uint name;
  void (*run)(rt::Results&);
};

inline rt::Results results[3];

inline void run_program(const ProgramEntry& program) {
  for (rt::order = 0; rt::order < 3; ++rt::order) {
    rt::used = rt::buffers = 0;
    results[rt::order].count = 0;
    program.run(results[rt::order]);
  }
  printf("%u", program.name);
  rt::races::report();
  for (uint i = 0; i < results[0].count; ++i) {
    const uint64_t number = results[0].numbers[i];
    if (number != results[1].numbers[i] || number != results[2].numbers[i]) {
      printf(" undefined:%u/%u", i / (rt::buffers + 1), i % (rt::buffers + 1));
      break;
    }
    printf(" %016llx", static_cast<unsigned long long>(number));
  }
  printf("\n");
  fflush(stdout);
}

inline int run_programs(const ProgramEntry* programs, uint count, int argc, char** argv) {
  for (uint i = argc > 1 ? uint(atoi(argv[1])) : 0; i < count; ++i) {
    run_program(programs[i]);
  }
  return 0;
}

#endif
