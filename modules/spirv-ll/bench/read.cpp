// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How long reading takes, by the module's size: functions of loads, arithmetic and stores.
#include "spirv-ll/read.h"

#include <benchmark/benchmark.h>
#include <vector>

namespace {

void add(std::vector<uint32_t>& words, uint32_t opcode, std::initializer_list<uint32_t> operands) {
  words.push_back(uint32_t(operands.size() + 1) << 16 | opcode);
  words.insert(words.end(), operands);
}

/// A module of at least `bytes` bytes.
std::vector<uint32_t> make_module(size_t bytes) {
  std::vector<uint32_t> words = {0x07230203, 0x00010000, 0, 0, 0};
  add(words, 17, {4}); // OpCapability Addresses, Linkage, Kernel
  add(words, 17, {5});
  add(words, 17, {6});
  add(words, 14, {2, 2});        // OpMemoryModel Physical64 OpenCL
  add(words, 19, {1});           // %1 = OpTypeVoid
  add(words, 21, {2, 32, 0});    // %2 = OpTypeInt 32
  add(words, 32, {3, 5, 2});     // %3 = OpTypePointer CrossWorkgroup %2
  add(words, 33, {4, 1, 3});     // %4 = OpTypeFunction %1 %3
  add(words, 43, {2, 5, 12345}); // %5 = OpConstant
  uint32_t id = 6;
  while (words.size() * 4 < bytes) {
    const uint32_t function = id++, pointer = id++, label = id++;
    add(words, 54, {1, function, 0, 4});
    add(words, 55, {3, pointer});
    add(words, 248, {label});
    for (int i = 0; i < 20; ++i) {
      const uint32_t at = id++, loaded = id++, sum = id++, product = id++;
      add(words, 67, {3, at, pointer, 5});        // OpPtrAccessChain
      add(words, 61, {2, loaded, at, 2, 4});      // OpLoad Aligned 4
      add(words, 128, {2, sum, loaded, 5});       // OpIAdd
      add(words, 132, {2, product, sum, loaded}); // OpIMul
      add(words, 62, {at, product, 2, 4});        // OpStore Aligned 4
    }
    add(words, 253, {});
    add(words, 56, {});
  }
  words[3] = id;
  return words;
}

void read(benchmark::State& state) {
  const auto words = make_module(size_t(state.range(0)) << 20);
  const auto* bytes = reinterpret_cast<const uint8_t*>(words.data());
  for (auto _ : state) {
    llvm::LLVMContext context;
    const auto module = spirv_ll::read(context, {bytes, words.size() * 4});
    if (!module) {
      state.SkipWithError(module.error().message().c_str());
      return;
    }
  }
  state.SetBytesProcessed(int64_t(state.iterations()) * int64_t(words.size() * 4));
}
BENCHMARK(read)->ArgName("MiB")->Arg(1)->Arg(4)->Arg(16)->Unit(benchmark::kMillisecond);

} // namespace

BENCHMARK_MAIN();
