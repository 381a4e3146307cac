// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cpu/topology.h"

#include "cpu/cpu_limits.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>

namespace host {
namespace {

std::string first_word(const std::filesystem::path& file) {
  std::string word;
  std::ifstream(file) >> word;
  return word;
}

/// The first number of a list such as "4-7,12"; 0 if there is none.
uint32_t first_number(const std::string& list) {
  return static_cast<uint32_t>(std::strtoul(list.c_str(), nullptr, 10));
}

/// Calls function(path) for the entries of a folder whose names are `prefix` and a number.
template <typename Function>
void each_numbered(const std::filesystem::path& folder, const std::string& prefix,
                   Function&& function) {
  std::error_code error; // missing CPUs have no entries
  for (std::filesystem::directory_iterator entry(folder, error), end; !error && entry != end;
       entry.increment(error)) {
    const std::string name = entry->path().filename();
    if (name.size() > prefix.size() && name.starts_with(prefix) &&
        name.find_first_not_of("0123456789", prefix.size()) == std::string::npos) {
      function(entry->path());
    }
  }
}

uint32_t* cache_of_level(mux_compute_unit_t& unit, const std::string& level) {
  uint32_t* const caches[] = {&unit.l1_cache, &unit.l2_cache, &unit.l3_cache, &unit.l4_cache};
  const bool known = level.size() == 1 && level[0] >= '1' && level[0] <= '4';
  return known ? caches[level[0] - '1'] : nullptr;
}

Topology read_topology() {
  const std::vector<uint32_t> cpus = usable_cpus();
  Topology result;
  const uint32_t count = thread_limit(); // reads the control group's files
  for (uint32_t i = 0; i < count; ++i) {
    result.cpus.push_back(cpus[i % cpus.size()]);
    result.units.push_back(shared_by("/sys/devices/system/cpu", result.cpus.back()));
  }
  return result;
}

} // namespace

mux_compute_unit_t shared_by(const std::string& root, uint32_t cpu) {
  mux_compute_unit_t unit = {};
  const std::filesystem::path own = root + "/cpu" + std::to_string(cpu);
  each_numbered(own, "node", [&](const std::filesystem::path& node) {
    unit.numa_node = first_number(node.filename().string().substr(4));
  });
  each_numbered(own / "cache", "index", [&](const std::filesystem::path& cache) {
    uint32_t* place = cache_of_level(unit, first_word(cache / "level"));
    if (place != nullptr && first_word(cache / "type") != "Instruction") {
      *place = first_number(first_word(cache / "shared_cpu_list"));
    }
  });
  return unit;
}

const Topology& topology() {
  static const Topology& result = *new Topology(read_topology()); // never destroyed
  return result;
}

} // namespace host
