// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "trace.h"

#include "environment/environment.h"

#include <cinttypes>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <unistd.h>

namespace mux::trace {
namespace {

std::FILE* open() {
  const char* path = environment::get(environment::Variable::trace_calls);
  if (path == nullptr || *path == 0) {
    return nullptr;
  }
  return std::strcmp(path, "-") == 0 ? stderr : std::fopen(path, "ae");
}

/// Opened once, never closed: calls may still come while the process ends.
std::FILE* file() {
  static std::FILE* const stream = open();
  return stream;
}

/// One line of limited length, cut rather than allocated for.
class Line {
public:
  template <typename... Values> void add(const char* format, Values... values) {
    const int written = std::snprintf(text + length, sizeof text - length, format, values...);
    length += written > 0 ? static_cast<size_t>(written) : 0;
    length = length < sizeof text ? length : sizeof text - 1;
  }
  char text[1024];
  size_t length = 0;
};

} // namespace

bool enabled() { return file() != nullptr; }

uint64_t now() {
  timespec time = {};
  clock_gettime(CLOCK_MONOTONIC, &time);
  return static_cast<uint64_t>(time.tv_sec) * 1'000'000'000u + static_cast<uint64_t>(time.tv_nsec);
}

void call(const char* function, uint64_t begin, mux_result_t result,
          std::initializer_list<Argument> arguments) {
  const double microseconds = static_cast<double>(now() - begin) / 1000.0;
  Line line;
  line.add("[%d] %s(", static_cast<int>(gettid()), function);
  const char* separator = "";
  for (const Argument& argument : arguments) {
    line.add("%s%s=", separator, argument.name);
    switch (argument.kind) {
    case Argument::Kind::structure:
      line.add("%s", "{...}");
      break;
    case Argument::Kind::number:
      line.add("%" PRIu64, argument.bits);
      break;
    case Argument::Kind::address:
      line.add("0x%" PRIx64, argument.bits);
      break;
    }
    separator = ", ";
  }
  line.add(") = %s, %.1f us\n", muxGetResultName(result), microseconds);
  std::fwrite(line.text, 1, line.length, file());
  std::fflush(file());
}

} // namespace mux::trace
