// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Pipes (OpenCL C 6.15.14): a ring of packets behind a header that the runtime fills in
// (builtins/pipe.h). Each slot has a word that counts half laps: 2 n before the packet of lap n is
// written, 2 n + 1 once it can be read. Whoever reserves slots takes them from a counter with
// compare and exchange if all of them are ready; committing counts up their words. So nobody ever
// waits: a full or an empty pipe is an answer, and a slot that somebody else has not committed yet
// is one that is not there.
//
// Nothing outside the ring is accessed, whatever a kernel does: calls for packets of another size
// than the pipe's fail like those on a full or an empty pipe, and so does the use of a reservation
// that cannot be this pipe's.
#include "types.h"

#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable
#pragma OPENCL EXTENSION cl_khr_int64_extended_atomics : enable

namespace {

using Counter = __global atomic_ulong*;
using Word = __global atomic_uint*;
using Ring = __global char*;

// Offsets as in builtins/pipe.h.
constexpr uint packet_size_at = 4, packets_at = 8, write_at = 128, read_at = 256, words_at = 384;
constexpr ulong no_reservation = ~0ul;

uint max_packets(Ring ring) { return *(__global const uint*)ring; }
bool has_packets_of(Ring ring, uint size) {
  return *(__global const uint*)(ring + packet_size_at) == size;
}
Word word(Ring ring, uint slot) { return (Word)(ring + words_at) + slot; }
Ring packet(Ring ring, uint slot, uint size) {
  return ring + *(__global const ulong*)(ring + packets_at) + (ulong)slot * size;
}
ulong load(Counter counter) { return __opencl_atomic_load(counter, __ATOMIC_ACQUIRE, 3); }

// A counter's lower half is a slot, its upper half the lap.

/// How many slots from a counter's value on are ready for it: 1 of reading, 0 of writing. Counts no
/// further than `count`.
uint ready_slots(Ring ring, ulong counter, uint count, uint odd, uint most) {
  uint slot = (uint)counter, expected = (uint)(counter >> 32) * 2 + odd;
  for (uint i = 0; i < count; ++i) {
    if (__opencl_atomic_load(word(ring, slot), __ATOMIC_ACQUIRE, 3) != expected) {
      return i;
    }
    if (++slot == most) {
      slot = 0;
      expected += 2;
    }
  }
  return count;
}

/// As many slots as are ready, from `least` to `count`.
ulong reserve(Ring ring, uint least, uint count, uint at, uint odd, uint size) {
  const uint most = max_packets(ring);
  const Counter next = (Counter)(ring + at);
  if (least > most || !has_packets_of(ring, size)) {
    return no_reservation;
  }
  count = count < most ? count : most;
  ulong now = load(next);
  for (;;) {
    const uint ready = ready_slots(ring, now, count, odd, most);
    const bool enough = ready >= least;
    const ulong slot = (now & 0xFFFFFFFF) + ready;
    const ulong lap = now & 0xFFFFFFFF00000000;
    const ulong then = slot < most ? lap | slot : (lap + 0x100000000) | (slot - most);
    // If too few are ready the exchange tells whether others have been there meanwhile.
    if (__opencl_atomic_compare_exchange_strong(next, &now, enough ? then : now, __ATOMIC_ACQ_REL,
                                                __ATOMIC_ACQUIRE, 3)) {
      return enough ? (now & 0xFFFFFFFF) | (ulong)ready << 32 : no_reservation;
    }
  }
}

uint wrapped(ulong slot, uint most) { return (uint)(slot < most ? slot : slot - most); }

/// Whether slots of a ring of `most` can have been reserved so.
bool can_be(ulong reservation, uint most) {
  return (uint)reservation < most && (uint)(reservation >> 32) <= most;
}

/// Only the work-item that has reserved a slot changes its word.
void commit_slot(Ring ring, uint slot) {
  const Word own = word(ring, slot);
  __opencl_atomic_store(own, *(__global const uint*)own + 1, __ATOMIC_RELEASE, 3);
}

void commit(Ring ring, ulong reservation) {
  const uint most = max_packets(ring);
  const uint count = can_be(reservation, most) ? (uint)(reservation >> 32) : 0;
  for (uint i = 0; i < count; ++i) {
    commit_slot(ring, wrapped((reservation & 0xFFFFFFFF) + i, most));
  }
}

template <class T, class To, class From> void copy_as(To to, From from, uint size) {
  for (uint i = 0; i < size / sizeof(T); ++i) {
    ((__generic T*)to)[i] = ((const __generic T*)from)[i];
  }
}

/// In steps as large as the packets' alignment allows.
void copy(__generic char* to, const __generic char* from, uint size, uint alignment) {
  if (alignment >= 8) {
    copy_as<ulong>(to, from, size);
  } else if (alignment == 4) {
    copy_as<uint>(to, from, size);
  } else if (alignment == 2) {
    copy_as<ushort>(to, from, size);
  } else {
    copy_as<uchar>(to, from, size);
  }
}

/// The packet of a reservation at an index; null if there is none of that size.
Ring reserved_packet(Ring ring, ulong reservation, uint index, uint size) {
  const uint most = max_packets(ring);
  if (!can_be(reservation, most) || index >= (uint)(reservation >> 32) ||
      !has_packets_of(ring, size)) {
    return nullptr;
  }
  return packet(ring, wrapped((reservation & 0xFFFFFFFF) + index, most), size);
}

} // namespace

// As Clang calls them, with pipes as addresses and reservations as numbers; behind the others come
// the size and the alignment of packets.
extern "C" {

ulong __reserve_read_pipe(Ring ring, uint count, uint size, uint) {
  return reserve(ring, count, count, read_at, 1, size);
}
ulong __reserve_write_pipe(Ring ring, uint count, uint size, uint) {
  return reserve(ring, count, count, write_at, 0, size);
}
void __commit_read_pipe(Ring ring, ulong id, uint, uint) { commit(ring, id); }
void __commit_write_pipe(Ring ring, ulong id, uint, uint) { commit(ring, id); }

int __read_pipe_4(Ring ring, ulong id, uint index, __generic char* to, uint size, uint alignment) {
  const Ring from = reserved_packet(ring, id, index, size);
  if (!from) {
    return -1;
  }
  copy(to, (__generic char*)from, size, alignment);
  return 0;
}
int __write_pipe_4(Ring ring, ulong id, uint index, const __generic char* from, uint size,
                   uint alignment) {
  const Ring to = reserved_packet(ring, id, index, size);
  if (!to) {
    return -1;
  }
  copy((__generic char*)to, from, size, alignment);
  return 0;
}
// What becomes of packets that work-items read and write without a reservation (lower_pipes.h): one
// of those that run together reserves for all, as many as it can get, and each moves and commits the
// packet that has its index.
ulong __lanewise_reserve_read_packets(Ring ring, uint count, uint size, uint) {
  const ulong id = reserve(ring, 1, count, read_at, 1, size);
  return id == no_reservation ? 0 : id;
}
ulong __lanewise_reserve_write_packets(Ring ring, uint count, uint size, uint) {
  const ulong id = reserve(ring, 1, count, write_at, 0, size);
  return id == no_reservation ? 0 : id;
}
int __lanewise_read_packet(Ring ring, ulong id, uint index, __generic char* to, uint size,
                           uint alignment) {
  if (index >= (uint)(id >> 32)) {
    return -1;
  }
  const uint slot = wrapped((id & 0xFFFFFFFF) + index, max_packets(ring));
  copy(to, (__generic char*)packet(ring, slot, size), size, alignment);
  commit_slot(ring, slot);
  return 0;
}
int __lanewise_write_packet(Ring ring, ulong id, uint index, const __generic char* from, uint size,
                            uint alignment) {
  if (index >= (uint)(id >> 32)) {
    return -1;
  }
  const uint slot = wrapped((id & 0xFFFFFFFF) + index, max_packets(ring));
  copy((__generic char*)packet(ring, slot, size), from, size, alignment);
  commit_slot(ring, slot);
  return 0;
}

ulong __lanewise_null_reserve_id() { return no_reservation; }
bool __is_valid_reserve_id(ulong id) { return id != no_reservation; }

uint __get_pipe_max_packets(Ring ring, uint, uint) { return max_packets(ring); }
uint __get_pipe_num_packets(Ring ring, uint, uint) {
  const uint most = max_packets(ring);
  const ulong read = load((Counter)(ring + read_at)), written = load((Counter)(ring + write_at));
  const long laps = (int)((uint)(written >> 32) - (uint)(read >> 32));
  const long packets = laps * most + ((long)(uint)written - (long)(uint)read);
  return (uint)(packets < 0 ? 0 : packets > most ? most : packets);
}
}
