// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "options.h"

#include <charconv>
#include <cstdio>
#include <getopt.h>

BenchOption text_option(const char* name, std::string& to) {
  return {name, [&to](const std::string& value) {
            to = value;
            return true;
          }};
}

BenchOption count_option(const char* name, unsigned& to) {
  return {name, [&to](const std::string& value) {
            const char* end = value.data() + value.size();
            const auto [rest, error] = std::from_chars(value.data(), end, to);
            return error == std::errc() && rest == end && to > 0;
          }};
}

bool parse_options(int argc, char** argv, const std::vector<BenchOption>& options) {
  std::vector<option> known;
  known.reserve(options.size() + 1);
  for (const BenchOption& each : options) {
    known.push_back({each.name, required_argument, nullptr, 0});
  }
  known.push_back({});
  int index = 0, found = 0;
  while ((found = getopt_long(argc, argv, "", known.data(), &index)) == 0) {
    const BenchOption& named = options[static_cast<size_t>(index)];
    if (!named.set(optarg)) {
      std::fprintf(stderr, "%s: --%s cannot be '%s'\n", argv[0], named.name, optarg);
      return false;
    }
  }
  if (found == -1 && optind < argc) { // of what is no option getopt_long has said nothing
    std::fprintf(stderr, "%s: '%s' is no option\n", argv[0], argv[optind]);
  }
  return found == -1 && optind == argc;
}
