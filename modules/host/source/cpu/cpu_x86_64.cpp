// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#if defined(__x86_64__)

#include "cpu/cpu_facts.h"
#include "cpu/cpu_name.h"

#include <array>
#include <cpuid.h>
#include <cstring>

namespace host {

std::span<const CpuCapability> known_levels() {
  // Least last. __builtin_cpu_supports also asks whether the system saves the registers.
  static const std::array table = {
      CpuCapability{"x86-64-v4", __builtin_cpu_supports("x86-64-v4") != 0},
      CpuCapability{"x86-64-v3", __builtin_cpu_supports("x86-64-v3") != 0},
      CpuCapability{"x86-64-v2", __builtin_cpu_supports("x86-64-v2") != 0},
      CpuCapability{"x86-64", true},
  };
  return table;
}

std::span<const CpuCapability> known_features() {
  static const std::array table = {
      CpuCapability{"sse3", __builtin_cpu_supports("sse3") != 0},
      CpuCapability{"ssse3", __builtin_cpu_supports("ssse3") != 0},
      CpuCapability{"sse4.1", __builtin_cpu_supports("sse4.1") != 0},
      CpuCapability{"sse4.2", __builtin_cpu_supports("sse4.2") != 0},
      CpuCapability{"popcnt", __builtin_cpu_supports("popcnt") != 0},
      CpuCapability{"avx", __builtin_cpu_supports("avx") != 0},
      CpuCapability{"avx2", __builtin_cpu_supports("avx2") != 0},
      CpuCapability{"fma", __builtin_cpu_supports("fma") != 0},
      CpuCapability{"f16c", __builtin_cpu_supports("f16c") != 0},
      CpuCapability{"bmi", __builtin_cpu_supports("bmi") != 0},
      CpuCapability{"bmi2", __builtin_cpu_supports("bmi2") != 0},
      CpuCapability{"lzcnt", __builtin_cpu_supports("lzcnt") != 0},
      CpuCapability{"avxvnni", __builtin_cpu_supports("avxvnni") != 0},
      CpuCapability{"avx512f", __builtin_cpu_supports("avx512f") != 0},
      CpuCapability{"avx512bw", __builtin_cpu_supports("avx512bw") != 0},
      CpuCapability{"avx512cd", __builtin_cpu_supports("avx512cd") != 0},
      CpuCapability{"avx512dq", __builtin_cpu_supports("avx512dq") != 0},
      CpuCapability{"avx512vl", __builtin_cpu_supports("avx512vl") != 0},
      CpuCapability{"avx512vnni", __builtin_cpu_supports("avx512vnni") != 0},
      CpuCapability{"avx512fp16", __builtin_cpu_supports("avx512fp16") != 0},
      CpuCapability{"avx512bf16", __builtin_cpu_supports("avx512bf16") != 0},
      CpuCapability{"avx512vbmi", __builtin_cpu_supports("avx512vbmi") != 0},
      CpuCapability{"avx512vbmi2", __builtin_cpu_supports("avx512vbmi2") != 0},
      CpuCapability{"avx512bitalg", __builtin_cpu_supports("avx512bitalg") != 0},
      CpuCapability{"avx512vpopcntdq", __builtin_cpu_supports("avx512vpopcntdq") != 0},
      CpuCapability{"avx512ifma", __builtin_cpu_supports("avx512ifma") != 0},
      CpuCapability{"amx-tile", __builtin_cpu_supports("amx-tile") != 0},
      CpuCapability{"amx-bf16", __builtin_cpu_supports("amx-bf16") != 0},
      CpuCapability{"amx-int8", __builtin_cpu_supports("amx-int8") != 0},
  };
  return table;
}

std::string brand_name() {
  std::array<unsigned, 12> words = {};
  if (__get_cpuid_max(0x80000000u, nullptr) < 0x80000004u) {
    return "x86-64";
  }
  for (unsigned i = 0; i < 3; ++i) {
    unsigned* w = &words[i * 4];
    __get_cpuid(0x80000002u + i, w, w + 1, w + 2, w + 3);
  }
  char text[sizeof words + 1] = {};
  std::memcpy(text, words.data(), sizeof words);
  std::string name(text);
  name.erase(0, name.find_first_not_of(' '));
  name.erase(name.find_last_not_of(' ') + 1);
  return name.empty() ? "x86-64" : name;
}

void describe_model(CpuInfo& info) {
  info.name = readable_name(brand_name());
  if (info.name.empty()) {
    info.name = "x86-64";
  }
  unsigned largest_leaf = 0;
  std::array<unsigned, 3> words = {}; // in the order in which they spell the name
  __get_cpuid(0, &largest_leaf, &words[0], &words[2], &words[1]);
  char maker[sizeof words];
  std::memcpy(maker, words.data(), sizeof words);
  info.vendor_id = pci_vendor({maker, sizeof maker});
  unsigned signature = 0, unused = 0; // family, model and stepping
  __get_cpuid(1, &signature, &unused, &unused, &unused);
  info.model_id = signature;
  // DPC++ knows CPUs by the matrices that their sub-groups multiply. These are those of its CPUs
  // with AMX, and every CPU has them, by vectors if it must (host_passes/matrices).
  info.ip_version = 8;
}

void describe_arithmetic(CpuInfo& info) {
  info.vector_bytes = is_supported(known_levels(), "x86-64-v4") ? 64
                      : is_supported(known_features(), "avx2")  ? 32
                                                                : 16;
  info.fma = is_supported(known_features(), "fma");
  info.half_conversion = is_supported(known_features(), "f16c");
  info.dot_products =
      is_supported(known_levels(), "x86-64-v4")
          ? is_supported(known_features(), "avx512vnni")
          : is_supported(known_levels(), "x86-64-v3") && is_supported(known_features(), "avxvnni");
}

} // namespace host

#endif
