// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// libFuzzer: any format with any arguments. The input is the format up to the first NUL, then a
// byte that says how the rest is cut into arguments, then the arguments.
#include "builtins/printf.h"

#include <algorithm>
#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const auto* end = std::find(data, data + size, 0);
  const std::string_view format(reinterpret_cast<const char*>(data),
                                static_cast<size_t>(end - data));
  std::span<const uint8_t> rest(end, data + size);
  rest = rest.subspan(std::min<size_t>(rest.size(), 1));
  const unsigned cut = rest.empty() ? 0 : rest.front();
  rest = rest.subspan(std::min<size_t>(rest.size(), 1));

  std::vector<uint32_t> sizes;
  for (size_t at = 0; at < rest.size(); at += sizes.back()) {
    constexpr uint32_t of_a_kind[] = {1, 2, 4, 8, 12, 16, 32, 128};
    sizes.push_back(of_a_kind[(cut + sizes.size()) % std::size(of_a_kind)]);
  }
  const std::vector<std::string> strings = {"", "text"};
  const std::string text = builtins::format_record({format, sizes, strings}, rest);

  const auto conversions = builtins::parse_format(format);
  if (!conversions) {
    return text.empty() ? 0 : (std::abort(), 1); // a wrong format prints nothing
  }
  size_t most = 0;
  for (const builtins::Conversion& conversion : *conversions) {
    if (conversion.width > builtins::longest_field ||
        conversion.precision > builtins::longest_field) {
      std::abort();
    }
    most += conversion.text.size() + conversion.elements * (size_t(builtins::longest_field) + 512);
  }
  if (text.size() > most) {
    std::abort();
  }
  return 0;
}
