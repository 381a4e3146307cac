// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels as the compiler would make them, written by hand. Each does what its comment says, for
// every work-item of the groups that it is given.
#include "builtins/printf.h"
#include "host/kernel_abi.h"

using host::schedule;

namespace {

/// Calls function(global index in x fastest order, linear index in the group) for every work-item.
template <typename Function> void each_item(const schedule* s, Function function) {
  for (uint64_t group = s->group_begin; group < s->group_end; ++group) {
    if (__atomic_load_n(s->abort_flag, __ATOMIC_RELAXED) != 0) {
      return;
    }
    const uint64_t id[3] = {group % s->num_groups[0], group / s->num_groups[0] % s->num_groups[1],
                            group / s->num_groups[0] / s->num_groups[1]};
    uint64_t begin[3], end[3];
    for (int i = 0; i < 3; ++i) {
      begin[i] = id[i] * s->enqueued_local_size[i];
      end[i] = begin[i] + s->local_size[i];
    }
    uint64_t local = 0;
    for (uint64_t z = begin[2]; z < end[2]; ++z) {
      for (uint64_t y = begin[1]; y < end[1]; ++y) {
        for (uint64_t x = begin[0]; x < end[0]; ++x) {
          function((z * s->global_size[1] + y) * s->global_size[0] + x, local++);
        }
      }
    }
  }
}

struct Big {
  char bytes[4096];
};

/// Takes more stack than there is.
[[gnu::noinline]] int recurse(volatile int* depth) {
  volatile char frame[1000];
  frame[0] = static_cast<char>(*depth);
  return recurse(depth) + frame[0];
}

} // namespace

extern "C" {

/// ()
void nothing(const void*, const schedule*) {}

/// (uint32_t how): the last work-group does what no kernel may do
void faults(const void* arguments, const schedule* s) {
  if (s->group_end != s->num_groups[0]) {
    return;
  }
  volatile int zero = 0;
  switch (*static_cast<const uint32_t*>(arguments)) {
  case 1:
    *reinterpret_cast<volatile int*>(16 + zero) = 1;
    break;
  case 2:
    zero = recurse(&zero);
    break;
  case 3:
#if defined(__aarch64__) // whose division does not trap
    asm volatile("udf #0");
#else
    asm volatile("cltd; idivl %%ecx" ::"a"(1), "c"(0) : "edx", "cc");
#endif
    break;
  case 4:
#if defined(__aarch64__)
    asm volatile("udf #0");
#else
    asm volatile("ud2");
#endif
    break;
  default:
    break;
  }
}

/// (uint32_t* words): sets words[1], and goes on until words[0] is not 0; then sets words[2]
void spins(const void* arguments, const schedule* s) {
  auto* words = *static_cast<uint32_t* const*>(arguments);
  each_item(s, [&](uint64_t, uint64_t) {
    __atomic_store_n(words + 1, 1, __ATOMIC_RELAXED);
    while (__atomic_load_n(words, __ATOMIC_RELAXED) == 0) {
    }
    __atomic_store_n(words + 2, 1, __ATOMIC_RELAXED);
  });
}

/// (uint64_t* out): counts the visits of each work-item.
void count_visits(const void* arguments, const schedule* s) {
  auto* out = *static_cast<uint64_t* const*>(arguments);
  each_item(s, [&](uint64_t item, uint64_t) { ++out[item]; });
}

/// (int* out, const int* a, int b): out = a + b
void add(const void* arguments, const schedule* s) {
  struct Packed {
    int* out;
    const int* a;
    int b;
  };
  const auto& given = *static_cast<const Packed*>(arguments);
  each_item(s, [&](uint64_t item, uint64_t) { given.out[item] = given.a[item] + given.b; });
}

/// (char, double, 16-byte value aligned to 16, uint64_t* out): out = where each was found
void arguments(const void* arguments, const schedule*) {
  struct alignas(16) Wide {
    uint64_t low, high;
  };
  struct Packed {
    char c;
    double d;
    Wide wide;
    uint64_t* out;
  };
  const auto& given = *static_cast<const Packed*>(arguments);
  given.out[0] = static_cast<uint64_t>(given.c);
  given.out[1] = static_cast<uint64_t>(given.d);
  given.out[2] = given.wide.low;
  given.out[3] = given.wide.high;
  given.out[4] = reinterpret_cast<uint64_t>(arguments) % host::abi_alignment;
}

/// (uint64_t* out, local a, local b, 200 bytes of static local memory): out = offsets and
/// alignments; writes all of the local block and of the scratch.
void local_memory(const void* arguments, const schedule* s) {
  struct Packed {
    uint64_t* out;
    uint64_t a, b;
  };
  const auto& given = *static_cast<const Packed*>(arguments);
  auto* local = static_cast<char*>(s->local_scratch);
  auto* scratch = static_cast<char*>(s->private_scratch);
  given.out[0] = given.a;
  given.out[1] = given.b;
  given.out[2] = reinterpret_cast<uint64_t>(local) % host::abi_alignment;
  given.out[3] = reinterpret_cast<uint64_t>(scratch) % host::abi_alignment;
  for (uint64_t i = 0; i < given.b + 1000; ++i) {
    local[i] = 1;
  }
  const uint64_t items = s->local_size[0] * s->local_size[1] * s->local_size[2];
  for (uint64_t i = 0; i < 64 + 48 * items; ++i) {
    scratch[i] = 2;
  }
}

/// (schedule* out): a copy of the schedule of the last group
void copy_schedule(const void* arguments, const schedule* s) {
  auto* out = *static_cast<schedule* const*>(arguments);
  if (s->group_end == s->num_groups[0] * s->num_groups[1] * s->num_groups[2]) {
    *out = *s;
  }
}

/// (uint32_t* started, const uint32_t* go): counts up `started`, returns when `go` is not 0
void wait_for_go(const void* arguments, const schedule* s) {
  struct Packed {
    uint32_t* started;
    const uint32_t* go;
  };
  const auto& given = *static_cast<const Packed*>(arguments);
  for (uint64_t group = s->group_begin; group < s->group_end; ++group) {
    __atomic_fetch_add(given.started, 1, __ATOMIC_SEQ_CST);
    while (__atomic_load_n(given.go, __ATOMIC_SEQ_CST) == 0) {
    }
  }
}

/// (uint32_t* mine, const uint32_t* theirs, uint32_t* ended, uint32_t rounds): counts up `mine`,
/// each time after `theirs` has come as far, so that two launches with the counters exchanged must
/// run at the same time all the time; gives up when the other one does not move. ended = rounds
/// done
void in_step(const void* arguments, const schedule*) {
  struct Packed {
    uint32_t* mine;
    const uint32_t* theirs;
    uint32_t* ended;
    uint32_t rounds;
  };
  const auto& given = *static_cast<const Packed*>(arguments);
  for (uint32_t round = 1; round <= given.rounds; ++round) {
    __atomic_store_n(given.mine, round, __ATOMIC_SEQ_CST);
    for (uint64_t i = 0; __atomic_load_n(given.theirs, __ATOMIC_SEQ_CST) < round; ++i) {
      if (i == uint64_t(1) << 32) {
        return;
      }
    }
    *given.ended = round;
  }
}

/// (uint32_t* running, uint32_t* most, uint32_t* workers): the most groups that ran at once, and
/// a bit for each worker
void concurrency(const void* arguments, const schedule* s) {
  struct Packed {
    uint32_t *running, *most, *workers;
  };
  const auto& given = *static_cast<const Packed*>(arguments);
  const uint32_t now = __atomic_add_fetch(given.running, 1, __ATOMIC_SEQ_CST);
  uint32_t most = __atomic_load_n(given.most, __ATOMIC_SEQ_CST);
  while (most < now && !__atomic_compare_exchange_n(given.most, &most, now, false, __ATOMIC_SEQ_CST,
                                                    __ATOMIC_SEQ_CST)) {
  }
  __atomic_fetch_or(given.workers, 1u << (s->worker % 32), __ATOMIC_SEQ_CST);
  for (int i = 0; i < 2000; ++i) {
    asm volatile("" ::: "memory");
  }
  __atomic_sub_fetch(given.running, 1, __ATOMIC_SEQ_CST);
}

/// (uint32_t* rounds): each group writes its round, meets the others, and counts in the word behind
/// all groups' those that are in another round; 100 times
void meet(const void* arguments, const schedule* s) {
  auto* rounds = *static_cast<uint32_t* const*>(arguments);
  const uint64_t groups = s->num_groups[0];
  for (uint64_t group = s->group_begin; group < s->group_end; ++group) {
    for (uint32_t round = 1; round <= 100; ++round) {
      rounds[group] = round;
      s->meeting->wait(s->meeting);
      for (uint64_t other = 0; other < groups; ++other) {
        if (rounds[other] != round) {
          __atomic_fetch_add(rounds + groups, 1, __ATOMIC_RELAXED);
        }
      }
      s->meeting->wait(s->meeting);
    }
  }
}

/// (uint32_t rounds): each group goes round so often
void turns(const void* arguments, const schedule* s) {
  const uint64_t rounds = *static_cast<const uint32_t*>(arguments);
  for (uint64_t i = rounds * (s->group_end - s->group_begin); i != 0; --i) {
    asm volatile("");
  }
}

/// (const Big* a, Big* out): copies, which the compiler makes calls of
void copy_big(const void* arguments, const schedule*) {
  struct Packed {
    const Big* a;
    Big* out;
  };
  const auto& given = *static_cast<const Packed*>(arguments);
  *given.out = *given.a;
}

/// (): each group prints its linear index twice: records of 8 bytes, the call's number and the
/// index
void print_groups(const void*, const schedule* s) {
  auto* chunk = static_cast<builtins::PrintfChunk*>(s->printf_chunk);
  for (uint64_t i = 2 * s->group_begin; chunk != nullptr && i < 2 * s->group_end; ++i) {
    const uint64_t offset = __atomic_fetch_add(&chunk->used, 8, __ATOMIC_RELAXED);
    if (offset + 8 > chunk->capacity) {
      chunk->end = offset < chunk->end ? offset : chunk->end;
      ++chunk->lost;
      continue;
    }
    reinterpret_cast<uint64_t*>(chunk + 1)[offset / 8] = 1 | (i / 2) << 32;
  }
}

/// (uint32_t* out): uses 4 MiB of stack
void deep_stack(const void* arguments, const schedule*) {
  volatile char room[4 << 20];
  for (uint32_t i = 0; i < sizeof room; i += 4096) {
    room[i] = 1;
  }
  uint32_t sum = 0;
  for (uint32_t i = 0; i < sizeof room; i += 4096) {
    sum += static_cast<uint32_t>(room[i]);
  }
  **static_cast<uint32_t* const*>(arguments) = sum;
}
}
