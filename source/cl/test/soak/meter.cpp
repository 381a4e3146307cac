// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "meter.h"

#include "cargo/sanitizers.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <malloc.h>
#include <unistd.h>

namespace {

uint64_t entries(const char* folder) {
  return static_cast<uint64_t>(std::distance(std::filesystem::directory_iterator(folder),
                                             std::filesystem::directory_iterator()));
}

uint64_t lines(const char* path) {
  std::ifstream file(path);
  return static_cast<uint64_t>(
      std::count(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>(), '\n'));
}

uint64_t resident_bytes() {
  std::ifstream file("/proc/self/statm");
  uint64_t all = 0, resident = 0;
  file >> all >> resident;
  return resident * static_cast<uint64_t>(sysconf(_SC_PAGESIZE));
}

struct Quantity {
  const char* name;
  uint64_t Holdings::* member;
  uint64_t slack;       ///< that comes and goes
  double share;         ///< of what there was, besides
  bool with_sanitizers; ///< whether it says something where a sanitizer keeps freed memory
};

constexpr Quantity quantities[] = {
    {"resident bytes", &Holdings::resident, 8u << 20, 0.05, false},
    {"threads", &Holdings::threads, 4, 0, true},
    {"maps", &Holdings::maps, 64, 0.05, false},
    {"descriptors", &Holdings::descriptors, 4, 0, true},
};

} // namespace

Holdings Holdings::now() {
  if (!with_address_sanitizer && !with_thread_sanitizer) {
    malloc_trim(0);
  }
  return {resident_bytes(), entries("/proc/self/task"), lines("/proc/self/maps"),
          entries("/proc/self/fd")};
}

std::string Holdings::text() const {
  return std::to_string(resident >> 10) + " KiB, " + std::to_string(threads) + " threads, " +
         std::to_string(maps) + " maps, " + std::to_string(descriptors) + " descriptors";
}

std::string find_growth(const std::vector<Holdings>& samples) {
  const size_t half = samples.size() / 2;
  const size_t middle = half + (samples.size() - half) / 2;
  for (const Quantity& quantity : quantities) {
    if ((with_address_sanitizer || with_thread_sanitizer) && !quantity.with_sanitizers) {
      continue;
    }
    const auto most = [&](size_t begin, size_t end) {
      uint64_t result = 0;
      for (size_t i = begin; i < end; ++i) {
        result = std::max(result, samples[i].*quantity.member);
      }
      return result;
    };
    const uint64_t before = most(half, middle);
    const uint64_t after = most(middle, samples.size());
    const auto allowed = before + quantity.slack +
                         static_cast<uint64_t>(static_cast<double>(before) * quantity.share);
    if (after > allowed) {
      return std::string(quantity.name) + " grow: " + std::to_string(before) + ", then " +
             std::to_string(after);
    }
  }
  return "";
}
