// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cpu.h"

#include <algorithm>
#include <array>
#include <cpuid.h>
#include <cstring>
#include <fstream>
#include <unistd.h>

namespace host {
namespace {

struct Known {
  const char* name;
  bool here;
};

const auto& levels() {
  // Least last. __builtin_cpu_supports also asks whether the system saves the registers.
  static const std::array table = {
      Known{"x86-64-v4", __builtin_cpu_supports("x86-64-v4") != 0},
      Known{"x86-64-v3", __builtin_cpu_supports("x86-64-v3") != 0},
      Known{"x86-64-v2", __builtin_cpu_supports("x86-64-v2") != 0},
      Known{"x86-64", true},
  };
  return table;
}

const auto& features_here() {
  static const std::array table = {
      Known{"sse3", __builtin_cpu_supports("sse3") != 0},
      Known{"ssse3", __builtin_cpu_supports("ssse3") != 0},
      Known{"sse4.1", __builtin_cpu_supports("sse4.1") != 0},
      Known{"sse4.2", __builtin_cpu_supports("sse4.2") != 0},
      Known{"popcnt", __builtin_cpu_supports("popcnt") != 0},
      Known{"avx", __builtin_cpu_supports("avx") != 0},
      Known{"avx2", __builtin_cpu_supports("avx2") != 0},
      Known{"fma", __builtin_cpu_supports("fma") != 0},
      Known{"f16c", __builtin_cpu_supports("f16c") != 0},
      Known{"bmi", __builtin_cpu_supports("bmi") != 0},
      Known{"bmi2", __builtin_cpu_supports("bmi2") != 0},
      Known{"lzcnt", __builtin_cpu_supports("lzcnt") != 0},
      Known{"avx512f", __builtin_cpu_supports("avx512f") != 0},
      Known{"avx512bw", __builtin_cpu_supports("avx512bw") != 0},
      Known{"avx512cd", __builtin_cpu_supports("avx512cd") != 0},
      Known{"avx512dq", __builtin_cpu_supports("avx512dq") != 0},
      Known{"avx512vl", __builtin_cpu_supports("avx512vl") != 0},
      Known{"avx512vnni", __builtin_cpu_supports("avx512vnni") != 0},
      Known{"avx512bf16", __builtin_cpu_supports("avx512bf16") != 0},
      Known{"avx512vbmi", __builtin_cpu_supports("avx512vbmi") != 0},
      Known{"avx512vbmi2", __builtin_cpu_supports("avx512vbmi2") != 0},
      Known{"avx512bitalg", __builtin_cpu_supports("avx512bitalg") != 0},
      Known{"avx512vpopcntdq", __builtin_cpu_supports("avx512vpopcntdq") != 0},
      Known{"avx512ifma", __builtin_cpu_supports("avx512ifma") != 0},
  };
  return table;
}

template <typename Table> bool is_here(const Table& table, std::string_view name) {
  return std::any_of(table.begin(), table.end(),
                     [name](const Known& known) { return known.here && known.name == name; });
}

std::string brand() {
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

uint32_t frequency() {
  std::ifstream highest("/sys/devices/system/cpu/cpu0/cpufreq/cpuinfo_max_freq");
  if (uint32_t kilohertz = 0; highest >> kilohertz) {
    return kilohertz / 1000;
  }
  std::ifstream info("/proc/cpuinfo");
  for (std::string line; std::getline(info, line);) {
    if (line.rfind("cpu MHz", 0) == 0) {
      return static_cast<uint32_t>(std::strtod(line.c_str() + line.find(':') + 1, nullptr));
    }
  }
  return 0;
}

/// The model, because code is tuned for it, and what it can do.
std::string architecture() {
  std::string text = brand();
  const auto add = [&](const auto& table) {
    for (const Known& known : table) {
      text += known.here ? std::string(" ") + known.name : "";
    }
  };
  add(levels());
  add(features_here());
  return text;
}

CpuInfo ask() {
  CpuInfo info;
  info.name = brand();
  info.architecture = architecture();
  info.frequency = frequency();
  for (int name : {_SC_LEVEL1_DCACHE_SIZE, _SC_LEVEL2_CACHE_SIZE, _SC_LEVEL3_CACHE_SIZE}) {
    info.cache_size =
        std::max<uint64_t>(info.cache_size, static_cast<uint64_t>(std::max(sysconf(name), 0L)));
  }
  if (const long line = sysconf(_SC_LEVEL1_DCACHE_LINESIZE); line > 0) {
    info.cacheline_size = static_cast<uint64_t>(line);
  }
  info.vector_bytes = is_here(levels(), "x86-64-v4")     ? 64
                      : is_here(features_here(), "avx2") ? 32
                                                         : 16;
  info.fma = is_here(features_here(), "fma");
  info.half_conversion = is_here(features_here(), "f16c");
  return info;
}

} // namespace

const CpuInfo& cpu_info() {
  static const CpuInfo info = ask();
  return info;
}

CpuLevels cpu_levels() {
  static const auto names = [] {
    std::array<const char*, std::tuple_size_v<std::decay_t<decltype(levels())>>> result = {};
    uint32_t length = 0;
    for (const Known& level : levels()) {
      if (level.here) {
        result[length++] = level.name;
      }
    }
    return std::pair(result, length);
  }();
  return {names.first.data(), names.second};
}

bool cpu_runs(std::string_view cpu, std::string_view features) {
  if (!is_here(levels(), cpu)) {
    return false;
  }
  while (!features.empty()) {
    const size_t comma = std::min(features.find(','), features.size());
    const std::string_view feature = features.substr(0, comma);
    features.remove_prefix(std::min(comma + 1, features.size()));
    if (!feature.empty() && feature.front() != '-' &&
        (feature.front() != '+' || !is_here(features_here(), feature.substr(1)))) {
      return false;
    }
  }
  return true;
}

} // namespace host
