// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finds races of the reference: two work-items that access the same byte of a buffer or of local
// memory, one of them to write, with nothing between that orders them. Barriers order the accesses
// of a group, for the kind of memory that their flags name; nothing orders those of two groups.
// Atomic operations do not race with each other.
//
// GCC's -fsanitize=thread calls a function for every access to memory. They are defined here,
// without libtsan: what it finds depends on threads, and there are none.
#ifndef RANDOM_PROGRAMS_RACES_H
#define RANDOM_PROGRAMS_RACES_H

#include "vectors.h"

#ifdef RACES
#include <stdio.h>
#include <stdlib.h>
#define UNCHECKED __attribute__((no_sanitize("thread"), noinline))

namespace rt::races {

constexpr uint nobody = 0, whole_group = 1, first_item = 2, several = ~0u;
inline uint accessor = nobody; ///< who runs: a work-item, or statements that a group does once

enum Space { global, local };
/// A new epoch begins with each group and at each barrier. Epochs are counted through all launches.
inline uint epoch[2] = {1, 1};
inline uint first_of_launch, first_of_group; // in global memory

struct Access {
  uint epoch, item;
};

/// The last accesses to a byte, and the epochs of the first ones of a launch.
struct Byte {
  Access write, read, atomic;
  uint first_read, first_atomic;
};

struct Range {
  const unsigned char* begin;
  size_t size;
  Space space;
  Byte* bytes;
};
inline Range ranges[64];
inline uint range_count;
inline const Range* found_in;
inline size_t found_at;

UNCHECKED inline void watch(const void* begin, size_t size, Space space) {
  for (uint i = 0; i < range_count; ++i) {
    if (ranges[i].begin == begin) {
      return;
    }
  }
  if (range_count == sizeof(ranges) / sizeof(ranges[0])) {
    __builtin_trap();
  }
  ranges[range_count++] = {static_cast<const unsigned char*>(begin), size, space,
                           static_cast<Byte*>(calloc(size, sizeof(Byte)))};
}

UNCHECKED inline void begin_launch() { first_of_launch = ++epoch[global]; }
UNCHECKED inline void begin_group() {
  first_of_group = ++epoch[global];
  ++epoch[local];
  accessor = whole_group;
}
UNCHECKED inline void begin_item(uint number) { accessor = first_item + number; }
UNCHECKED inline void end_items() { accessor = whole_group; }
UNCHECKED inline void end_launch() { accessor = nobody; }
UNCHECKED inline void barrier(bool of_local, bool of_global) {
  epoch[local] += of_local;
  epoch[global] += of_global;
}

__attribute__((no_sanitize("thread"))) inline bool is_unordered(const Access& earlier,
                                                                Space space) {
  if (earlier.epoch == epoch[space]) {
    return earlier.item != accessor;
  }
  return space == global && earlier.epoch >= first_of_launch && earlier.epoch < first_of_group;
}

__attribute__((no_sanitize("thread"))) inline bool is_unordered(const Access& last, uint first,
                                                                Space space) {
  return is_unordered(last, space) ||
         (space == global && first >= first_of_launch && first < first_of_group);
}

__attribute__((no_sanitize("thread"))) inline void note(Access& last, uint& first, Space space) {
  if (first < first_of_launch || space == local) {
    first = epoch[space];
  }
  last = {epoch[space], last.epoch == epoch[space] && last.item != accessor ? several : accessor};
}

enum Kind { reads, writes, atomically };

UNCHECKED inline void access(const void* address, size_t size, Kind kind) {
  if (accessor == nobody) {
    return;
  }
  const auto* at = static_cast<const unsigned char*>(address);
  for (uint i = 0; i < range_count; ++i) {
    const Range& range = ranges[i];
    if (at < range.begin || at >= range.begin + range.size) {
      continue;
    }
    for (size_t k = size_t(at - range.begin); size && k < range.size; --size, ++k) {
      Byte& byte = range.bytes[k];
      const Space space = range.space;
      if (is_unordered(byte.write, space) ||
          (kind != reads && is_unordered(byte.read, byte.first_read, space)) ||
          (kind != atomically && is_unordered(byte.atomic, byte.first_atomic, space))) {
        found_in = &range;
        found_at = k;
      }
      if (kind == writes) {
        byte.write = {epoch[space], accessor};
      } else if (kind == reads) {
        note(byte.read, byte.first_read, space);
      } else {
        note(byte.atomic, byte.first_atomic, space);
      }
    }
    return;
  }
}

UNCHECKED inline void report() {
  if (found_in) {
    printf(" undefined:race-in-%s-memory-at-%zu", found_in->space == local ? "local" : "global",
           found_at);
  }
  found_in = nullptr;
}

} // namespace rt::races

#define HOOK UNCHECKED __attribute__((used)) inline void
extern "C" {
HOOK __tsan_init() {}
HOOK __tsan_func_entry(void*) {}
HOOK __tsan_func_exit() {}
#define HOOKS(size)                                                                                \
  HOOK __tsan_read##size(void* p) { rt::races::access(p, size, rt::races::reads); }                \
  HOOK __tsan_write##size(void* p) { rt::races::access(p, size, rt::races::writes); }              \
  HOOK __tsan_unaligned_read##size(void* p) { rt::races::access(p, size, rt::races::reads); }      \
  HOOK __tsan_unaligned_write##size(void* p) { rt::races::access(p, size, rt::races::writes); }
HOOKS(1)
HOOKS(2)
HOOKS(4)
HOOKS(8)
HOOKS(16)
#undef HOOKS
HOOK __tsan_read_range(void* p, size_t size) { rt::races::access(p, size, rt::races::reads); }
HOOK __tsan_write_range(void* p, size_t size) { rt::races::access(p, size, rt::races::writes); }
}

#else
#define UNCHECKED

namespace rt::races {
enum Space { global, local };
enum Kind { reads, writes, atomically };
inline void watch(const void*, size_t, Space) {}
inline void begin_launch() {}
inline void begin_group() {}
inline void begin_item(uint) {}
inline void end_items() {}
inline void end_launch() {}
inline void report() {}
inline void barrier(bool, bool) {}
inline void access(const void*, size_t, Kind) {}
} // namespace rt::races
#endif
#endif
