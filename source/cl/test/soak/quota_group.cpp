// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "quota_group.h"

#include <fstream>
#include <string>
#include <unistd.h>

namespace fs = std::filesystem;

namespace {

constexpr unsigned period = 20'000;

bool write(const fs::path& file, const std::string& text) {
  std::ofstream stream(file);
  return bool(stream << text << std::flush);
}

/// The process's group in the hierarchy of a controller ("": of version 2), or nothing.
std::string group_of_process(const std::string& controller) {
  std::ifstream file("/proc/self/cgroup");
  for (std::string line; std::getline(file, line);) { // <number>:<controllers>:<group>
    const size_t first = line.find(':'), second = line.find(':', first + 1);
    const std::string controllers = "," + line.substr(first + 1, second - first - 1) + ",";
    if (controllers == ",," ? controller.empty()
                            : controllers.find("," + controller + ",") != std::string::npos) {
      return line.substr(second + 1);
    }
  }
  return {};
}

} // namespace

QuotaGroup::QuotaGroup() {
  const std::string first = group_of_process("cpu"), second = group_of_process("");
  is_second = first.empty();
  parent = is_second ? fs::path("/sys/fs/cgroup" + second) : fs::path("/sys/fs/cgroup/cpu" + first);
  const fs::path made = parent / ("lanewise-soak-" + std::to_string(getpid()));
  std::error_code error;
  if ((is_second && second.empty()) || !fs::create_directory(made, error)) {
    return;
  }
  if (fs::exists(made / (is_second ? "cpu.max" : "cpu.cfs_quota_us"), error) &&
      write(made / "cgroup.procs", std::to_string(getpid()))) {
    folder = made;
  } else {
    rmdir(made.c_str());
  }
}

QuotaGroup::~QuotaGroup() {
  if (!is_there()) {
    return;
  }
  limit(0);
  std::ifstream processes(folder / "cgroup.procs"); // and those that it has started
  for (std::string process; std::getline(processes, process);) {
    write(parent / "cgroup.procs", process);
  }
  rmdir(folder.c_str());
}

void QuotaGroup::limit(unsigned quota) const {
  if (is_second) {
    write(folder / "cpu.max",
          (quota != 0 ? std::to_string(quota) : "max") + " " + std::to_string(period));
    return;
  }
  write(folder / "cpu.cfs_period_us", std::to_string(period));
  write(folder / "cpu.cfs_quota_us", quota != 0 ? std::to_string(quota) : "-1");
}
