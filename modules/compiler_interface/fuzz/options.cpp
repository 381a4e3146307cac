// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// libFuzzer: any text as build options, for each operation. An option string must not give more
// words than it has characters, and an error must name what is refused.
#include "compiler_interface/options.h"

#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using compiler::Operation;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const compiler::TargetInfo target = {
      "host", "a device", {{"-host-flag", false, "a flag"}, {"-host-value", true, "a value"}}};
  size_t characters = 0;
  for (const std::string& word : compiler::split_options(text)) {
    characters += word.size();
  }
  if (characters > size) {
    std::abort();
  }
  for (const Operation operation : {Operation::build, Operation::compile, Operation::link}) {
    const auto options = compiler::parse_options(text, operation, target);
    if (!options && options.error().empty()) {
      std::abort();
    }
    for (size_t i = 0; options && i < options->device.size(); ++i) {
      const auto& [name, value] = options->device[i];
      if (name != "-host-value" && (name != "-host-flag" || !value.empty())) {
        std::abort();
      }
    }
  }
  return 0;
}
