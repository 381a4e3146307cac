// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cpu/cpu_limits.h"

#include "environment/environment.h"
#include "threads/cpu_set.h"

#include <algorithm>
#include <charconv>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string_view>
#include <unistd.h>
#include <vector>

namespace host {
namespace {

constexpr uint32_t max_threads = 1024;

std::string contents(const std::string& path) {
  std::ifstream file(path);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

/// A list of version 1 controllers ("cpu,cpuacct") holds `controller`; for an empty one, which
/// means version 2, the list is empty.
bool names_controller(std::string_view list, std::string_view controller) {
  if (controller.empty()) {
    return list.empty();
  }
  while (!list.empty()) {
    const size_t comma = std::min(list.find(','), list.size());
    if (list.substr(0, comma) == controller) {
      return true;
    }
    list.remove_prefix(std::min(comma + 1, list.size()));
  }
  return false;
}

/// The folder of a cgroup and those that it lies in, innermost first: each can set a limit.
/// `controller` is empty for version 2, else the name of a version 1 controller.
std::vector<std::string> folders(const std::string& root, const std::string& groups,
                                 const std::string& controller) {
  std::istringstream lines(groups);
  for (std::string line; std::getline(lines, line);) {
    const size_t first = line.find(':');
    const size_t second = first == std::string::npos ? first : line.find(':', first + 1);
    if (second == std::string::npos) {
      continue;
    }
    if (!names_controller(std::string_view(line).substr(first + 1, second - first - 1),
                          controller)) {
      continue;
    }
    const std::string base = controller.empty() ? root : root + "/" + controller;
    std::vector<std::string> result;
    for (std::string path = line.substr(second + 1); path.size() > 1;
         path.resize(std::max<size_t>(path.rfind('/'), 0))) {
      if (path.front() != '/') {
        break;
      }
      result.push_back(base + path);
    }
    result.push_back(base);
    return result;
  }
  return {};
}

uint32_t cpus(uint64_t quota, uint64_t period) {
  return period == 0 ? UINT32_MAX
                     : static_cast<uint32_t>(
                           std::clamp<uint64_t>((quota + period - 1) / period, 1, UINT32_MAX));
}

/// The CPUs of `cpus` that LANEWISE_AFFINITY lists; all of them if it lists none, or is malformed.
std::vector<uint32_t> chosen_of(const std::vector<uint32_t>& cpus) {
  const char* text = environment::get(environment::Variable::affinity);
  const auto listed = text ? parse_cpu_list(text) : std::nullopt;
  std::vector<uint32_t> result;
  if (listed) {
    std::ranges::set_intersection(cpus, *listed, std::back_inserter(result));
  }
  return result.empty() ? cpus : result;
}

} // namespace

std::vector<uint32_t> usable_cpus() {
  const std::vector<uint32_t> cpus = CpuSet::of_this_thread().list();
  return cpus.empty() ? std::vector<uint32_t>{0} : chosen_of(cpus);
}

bool cpus_are_chosen() {
  const std::vector<uint32_t> cpus = CpuSet::of_this_thread().list();
  return chosen_of(cpus).size() != cpus.size();
}

std::optional<std::vector<uint32_t>> parse_cpu_list(std::string_view text) {
  constexpr uint32_t most = 1 << 16;
  const auto number = [&]() -> std::optional<uint32_t> {
    uint32_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || value >= most) {
      return std::nullopt;
    }
    text.remove_prefix(static_cast<size_t>(end - text.data()));
    return value;
  };
  const auto skip = [&](char wanted) {
    const bool there = text.starts_with(wanted);
    text.remove_prefix(there ? 1 : 0);
    return there;
  };
  std::vector<uint32_t> result;
  do {
    const auto first = number();
    const auto last = first && skip('-') ? number() : first;
    if (!first || !last || *last < *first) {
      return std::nullopt;
    }
    for (uint32_t cpu = *first; cpu <= *last; ++cpu) {
      result.push_back(cpu);
    }
  } while (skip(','));
  std::ranges::sort(result);
  return text.empty() ? std::optional(std::move(result)) : std::nullopt;
}

uint32_t cgroup_cpu_limit(const std::string& root, const std::string& groups) {
  uint32_t limit = UINT32_MAX;
  for (const std::string& folder : folders(root, groups, "")) {
    std::istringstream text(contents(folder + "/cpu.max"));
    uint64_t quota = 0, period = 0;
    if (text >> quota >> period) { // "max 100000" stops at its first word
      limit = std::min(limit, cpus(quota, period));
    }
  }
  for (const std::string& folder : folders(root, groups, "cpu")) {
    std::istringstream quota_text(contents(folder + "/cpu.cfs_quota_us"));
    std::istringstream period_text(contents(folder + "/cpu.cfs_period_us"));
    int64_t quota = 0;
    uint64_t period = 0;
    if (quota_text >> quota && quota > 0 && period_text >> period) {
      limit = std::min(limit, cpus(static_cast<uint64_t>(quota), period));
    }
  }
  return limit;
}

uint64_t cgroup_memory_limit(const std::string& root, const std::string& groups) {
  uint64_t limit = UINT64_MAX;
  const auto read = [&limit](const std::string& path) {
    std::istringstream text(contents(path));
    uint64_t bytes = 0;
    if (text >> bytes) {
      limit = std::min(limit, bytes);
    }
  };
  for (const std::string& folder : folders(root, groups, "")) {
    read(folder + "/memory.max");
  }
  for (const std::string& folder : folders(root, groups, "memory")) {
    read(folder + "/memory.limit_in_bytes");
  }
  return limit;
}

uint32_t thread_limit() {
  const auto wanted = environment::number(environment::Variable::num_threads, max_threads);
  if (wanted.value_or(0) != 0) {
    return static_cast<uint32_t>(*wanted);
  }
  const uint32_t quota = cgroup_cpu_limit("/sys/fs/cgroup", contents("/proc/self/cgroup"));
  return std::min({static_cast<uint32_t>(usable_cpus().size()), quota, max_threads});
}

bool has_cpu_quota() {
  return cgroup_cpu_limit("/sys/fs/cgroup", contents("/proc/self/cgroup")) != UINT32_MAX;
}

uint64_t memory_limit() {
  const auto pages = static_cast<uint64_t>(std::max(sysconf(_SC_PHYS_PAGES), 1L));
  const auto page = static_cast<uint64_t>(sysconf(_SC_PAGESIZE));
  return std::min(pages * page,
                  cgroup_memory_limit("/sys/fs/cgroup", contents("/proc/self/cgroup")));
}

} // namespace host
