// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "spirv_words/words.h"

#include <cstring>

namespace spirv_ll {
namespace {

constexpr uint32_t magic = 0x07230203;
constexpr size_t header_words = 5;
constexpr unsigned newest_minor = 6;

/// C++23's std::byteswap.
uint32_t swap(uint32_t word) { return __builtin_bswap32(word); }

cargo::unexpected<std::string> broken(const std::string& sentence) { return {sentence}; }

} // namespace

cargo::expected<Words, std::string> Words::read(std::span<const uint8_t> data) {
  if (data.size() % sizeof(uint32_t) || data.size() < header_words * sizeof(uint32_t)) {
    return broken("a SPIR-V module is at least 20 bytes and a multiple of 4, this is " +
                  std::to_string(data.size()));
  }
  Words module;
  module.words.resize(data.size() / sizeof(uint32_t));
  std::memcpy(module.words.data(), data.data(), data.size());
  if (module.words[0] == swap(magic)) {
    for (uint32_t& word : module.words) {
      word = swap(word);
    }
  } else if (module.words[0] != magic) {
    return broken("not a SPIR-V module: the magic number is missing");
  }
  module.head = {(module.words[1] >> 16) & 0xff, (module.words[1] >> 8) & 0xff, module.words[2],
                 module.words[3]};
  if (module.head.major != 1 || module.head.minor > newest_minor ||
      (module.words[1] & 0xff0000ff)) {
    return broken("SPIR-V version " + std::to_string(module.head.major) + "." +
                  std::to_string(module.head.minor) + " is not supported, 1.0 to 1.6 are");
  }
  for (size_t at = header_words; at < module.words.size();) {
    const size_t length = module.words[at] >> 16;
    if (length == 0 || length > module.words.size() - at) {
      return broken("the instruction at word " + std::to_string(at) + " claims " +
                    std::to_string(length) + " words, " + std::to_string(module.words.size() - at) +
                    " are left");
    }
    module.cut.push_back({uint32_t(at), static_cast<uint16_t>(module.words[at] & 0xffff),
                          std::span(module.words).subspan(at + 1, length - 1)});
    at += length;
  }
  return module;
}

} // namespace spirv_ll
