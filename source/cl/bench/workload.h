// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A kernel beside the C++ that does the same. Each becomes two benchmarks, `<name>/opencl` and
// `<name>/native`; the results of the first are checked against those of the second.
#ifndef CL_BENCH_WORKLOAD_H
#define CL_BENCH_WORKLOAD_H

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

struct Workload {
  const char* name;
  const char* source; ///< with a kernel "k" that takes all buffers in order, then `numbers`
  std::vector<size_t> global;
  std::vector<size_t> local; ///< empty: the driver chooses
  /// Contents as 32-bit words, float or int; the first is the output, the only one written.
  std::vector<std::vector<uint32_t>> buffers;
  std::vector<int32_t> numbers;
  /// Computes rows `first` to `last` of `rows` of the output, from the buffers.
  std::function<void(uint32_t* output, const Workload& load, size_t first, size_t last)> native;
  size_t rows;
  double items;        ///< what one run counts for in items per second
  float tolerance = 0; ///< relative, of float outputs; 0: words are equal
};

/// Adds both benchmarks of a workload; `make` is called when one of them runs.
void add_workload(const char* name, std::function<Workload()> make);

/// Pseudo-random floats from 0 to 1 as words.
[[nodiscard]] std::vector<uint32_t> random_floats(size_t count);

#endif
