// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "binary/stream.h"

namespace binary {

void Writer::raw(std::span<const uint8_t> value) {
  data.insert(data.end(), value.begin(), value.end());
}

void Writer::blob(std::span<const uint8_t> value) {
  number<uint64_t>(value.size());
  raw(value);
}

void Writer::text(std::string_view value) {
  blob({reinterpret_cast<const uint8_t*>(value.data()), value.size()});
}

void Writer::pad(size_t multiple) {
  data.resize((data.size() + multiple - 1) / multiple * multiple);
}

std::span<const uint8_t> Reader::take(size_t size) {
  if (failed || size > rest.size()) {
    failed = true;
    return {};
  }
  const auto taken = rest.first(size);
  rest = rest.subspan(size);
  return taken;
}

std::span<const uint8_t> Reader::blob() {
  const auto size = number<uint64_t>();
  return take(size);
}

std::string Reader::text() {
  const auto source = blob();
  return {reinterpret_cast<const char*>(source.data()), source.size()};
}

size_t Reader::count(size_t least) {
  const auto claimed = number<uint64_t>();
  if (claimed > rest.size() / least) {
    failed = true;
    return 0;
  }
  return claimed;
}

} // namespace binary
