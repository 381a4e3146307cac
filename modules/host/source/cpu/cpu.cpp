// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cpu/cpu.h"

#include "cpu/cpu_facts.h"

#include <algorithm>
#include <fstream>
#include <unistd.h>
#include <vector>

namespace host {
namespace {

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

/// The model, because code is tuned for it, and its features.
std::string architecture() {
  std::string text = brand_name();
  const auto add = [&](std::span<const CpuCapability> table) {
    for (const CpuCapability& known : table) {
      text += known.is_supported ? std::string(" ") + known.name : "";
    }
  };
  add(known_levels());
  add(known_features());
  return text;
}

CpuInfo ask() {
  CpuInfo info;
  describe_model(info);
  info.architecture = architecture();
  info.frequency = frequency();
  for (int name : {_SC_LEVEL1_DCACHE_SIZE, _SC_LEVEL2_CACHE_SIZE, _SC_LEVEL3_CACHE_SIZE}) {
    info.cache_size =
        std::max<uint64_t>(info.cache_size, static_cast<uint64_t>(std::max(sysconf(name), 0L)));
  }
  if (const long line = sysconf(_SC_LEVEL1_DCACHE_LINESIZE); line > 0) {
    info.cacheline_size = static_cast<uint64_t>(line);
  }
  describe_arithmetic(info);
  return info;
}

} // namespace

bool is_supported(std::span<const CpuCapability> table, std::string_view name) {
  return std::any_of(table.begin(), table.end(), [name](const CpuCapability& known) {
    return known.is_supported && known.name == name;
  });
}

const CpuInfo& cpu_info() {
  static const CpuInfo& info = *new CpuInfo(ask()); // never destroyed: builds may go on meanwhile
  return info;
}

CpuLevels cpu_levels() {
  static const auto& names = *[] { // never destroyed
    auto* result = new std::vector<const char*>;
    for (const CpuCapability& level : known_levels()) {
      if (level.is_supported) {
        result->push_back(level.name);
      }
    }
    return result;
  }();
  return {names.data(), static_cast<uint32_t>(names.size())};
}

bool cpu_runs(std::string_view cpu, std::string_view features) {
  if (!is_supported(known_levels(), cpu)) {
    return false;
  }
  while (!features.empty()) {
    const size_t comma = std::min(features.find(','), features.size());
    const std::string_view feature = features.substr(0, comma);
    features.remove_prefix(std::min(comma + 1, features.size()));
    if (!feature.empty() && feature.front() != '-' &&
        (feature.front() != '+' || !is_supported(known_features(), feature.substr(1)))) {
      return false;
    }
  }
  return true;
}

} // namespace host
