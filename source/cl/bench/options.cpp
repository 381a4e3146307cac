// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "options.h"

#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <getopt.h>

BenchOption text_option(const char* name, const char* help, std::string& to) {
  return {name, help, [&to](const std::string& value) {
            to = value;
            return true;
          }};
}

BenchOption count_option(const char* name, const char* help, unsigned& to) {
  return {name, help, [&to](const std::string& value) {
            const char* end = value.data() + value.size();
            const auto [rest, error] = std::from_chars(value.data(), end, to);
            return error == std::errc() && rest == end && to > 0;
          }};
}

BenchOption clock_option(bool& is_cpu) {
  return {"clock", "wall, or cpu for machines that do other things as well (wall)",
          [&is_cpu](const std::string& name) {
            is_cpu = name == "cpu";
            return is_cpu || name == "wall";
          }};
}

BenchOption flag_option(const char* name, const char* help, bool& to) {
  const auto set = [&to](const std::string&) {
    to = true;
    return true;
  };
  return {name, help, set, /*has_value=*/false};
}

namespace {

void print_usage(const char* program, const char* purpose,
                 const std::vector<BenchOption>& options) {
  std::printf("usage: %s [option]...\n\n%s\n\n", program, purpose);
  for (const BenchOption& each : options) {
    const std::string name = std::string(each.name) + (each.has_value ? "=<value>" : "");
    std::printf("  --%-18s %s\n", name.c_str(), each.help);
  }
}

} // namespace

bool parse_options(int argc, char** argv, const char* purpose,
                   const std::vector<BenchOption>& options) {
  std::vector<option> known;
  known.reserve(options.size() + 2);
  for (const BenchOption& each : options) {
    known.push_back({each.name, each.has_value ? required_argument : no_argument, nullptr, 0});
  }
  known.push_back({"help", no_argument, nullptr, 'h'});
  known.push_back({});
  int index = 0, found = 0;
  while ((found = getopt_long(argc, argv, "", known.data(), &index)) == 0) {
    const BenchOption& named = options[static_cast<size_t>(index)];
    if (!named.set(optarg ? optarg : "")) {
      std::fprintf(stderr, "%s: --%s cannot be '%s'\n", argv[0], named.name, optarg);
      return false;
    }
  }
  if (found == 'h') {
    print_usage(argv[0], purpose, options);
    std::exit(0);
  }
  if (found == -1 && optind < argc) { // getopt_long has no message for words that are no options
    std::fprintf(stderr, "%s: '%s' is no option\n", argv[0], argv[optind]);
  }
  return found == -1 && optind == argc;
}
