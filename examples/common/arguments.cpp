// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "arguments.h"

#include <array>
#include <cstdio>
#include <cstdlib>
#include <getopt.h>

namespace {

[[noreturn]] void end_with_usage(const char* program, const Usage& usage, bool is_error) {
  std::FILE* out = is_error ? stderr : stdout;
  const std::string option =
      usage.option ? std::string(" [--") + usage.option + "=<value>]" : std::string();
  std::fprintf(out, "usage: %s%s%s%s\n", program, option.c_str(), *usage.operands ? " " : "",
               usage.operands);
  if (!is_error) {
    std::fprintf(out, "\n%s\n", usage.purpose);
    if (usage.option) {
      std::fprintf(out, "\n  --%s=<value>  %s\n", usage.option, usage.option_help);
    }
  }
  std::exit(is_error ? 2 : 0);
}

} // namespace

Arguments read_arguments(int argc, char** argv, const Usage& usage) {
  const option help = {"help", no_argument, nullptr, 'h'};
  const option own = {usage.option, required_argument, nullptr, 'o'};
  const std::array<option, 3> known = {help, usage.option ? own : option{}, option{}};
  Arguments arguments;
  for (int found = 0; (found = getopt_long(argc, argv, "", known.data(), nullptr)) != -1;) {
    if (found != 'o') {
      end_with_usage(argv[0], usage, found != 'h');
    }
    arguments.option = optarg;
  }
  arguments.operands.assign(argv + optind, argv + argc);
  const size_t count = arguments.operands.size();
  if (count != usage.count && !(usage.optional && count == 0)) {
    end_with_usage(argv[0], usage, true);
  }
  return arguments;
}
