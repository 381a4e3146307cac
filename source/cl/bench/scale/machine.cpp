// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "scale/machine.h"

#include <atomic>
#include <chrono>
#include <thread>

namespace {

/// Seconds of each round: `prepare()` on one thread, then `part(index)` on all, which stay awake
/// between rounds.
template <typename Prepare, typename Part>
std::vector<double> rounds_of_threads(unsigned threads, int rounds, const Prepare& prepare,
                                      const Part& part) {
  std::vector<double> times;
  std::atomic<unsigned> arrived = 0;
  // Spins, as std::barrier sleeps after a while.
  const auto gate = [&](unsigned phase) {
    for (arrived.fetch_add(1); arrived.load(std::memory_order_acquire) < phase * threads;) {
    }
  };
  const auto run = [&](unsigned index) {
    for (int round = 0; round < rounds; ++round) {
      if (index == 0) {
        prepare();
      }
      const auto begin = std::chrono::steady_clock::now();
      gate(unsigned(2 * round + 1));
      part(index);
      gate(unsigned(2 * round + 2));
      if (index == 0) {
        times.push_back(
            std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count());
      }
    }
  };
  std::vector<std::thread> team;
  for (unsigned i = 1; i < threads; ++i) {
    team.emplace_back(run, i);
  }
  run(0);
  for (std::thread& thread : team) {
    thread.join();
  }
  return times;
}

/// As wide as AVX-512's registers; the compiler makes several of it elsewhere.
using Lanes [[gnu::vector_size(64)]] = float;

#ifdef __x86_64__
[[gnu::target_clones("default", "arch=x86-64-v3", "arch=x86-64-v4")]]
#endif
float compute(size_t steps) {
  Lanes a{}, b{};
  b += 1.0f;
  for (size_t i = 0; i < steps; ++i) {
    a = a * 0.999f + b;
    b = b * 0.999f + a * 1e-6f;
  }
  return (a + b)[0];
}

} // namespace

std::vector<double> stream_rounds(unsigned threads, int rounds, float* a, const float* b,
                                  const float* c, size_t words) {
  return rounds_of_threads(
      threads, rounds, [] {},
      [&](unsigned index) {
        const size_t each = words / threads;
        const size_t last = index + 1 == threads ? words : each * (index + 1);
        for (size_t i = each * index; i < last; ++i) {
          a[i] = b[i] + 3.0f * c[i];
        }
      });
}

std::vector<double> compute_rounds(unsigned threads, int rounds, size_t work) {
  // Sixteen parts for each thread, so that a slow one holds up the others by little.
  const size_t parts = size_t(threads) * 16;
  std::atomic<size_t> next = 0;
  std::atomic<float> sink = 0;
  return rounds_of_threads(
      threads, rounds, [&] { next = 0; },
      [&](unsigned) {
        for (size_t part; (part = next.fetch_add(1, std::memory_order_relaxed)) < parts;) {
          sink.store(compute(work / parts), std::memory_order_relaxed);
        }
      });
}
