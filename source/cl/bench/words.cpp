// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "words.h"

#include <bit>

Words random_words(size_t count, uint32_t seed) {
  Words words(count);
  uint32_t state = seed;
  for (uint32_t& word : words) {
    state = state * 1664525 + 1013904223;
    word = state ^ state >> 15;
  }
  return words;
}

Words random_floats(size_t count, uint32_t seed) {
  Words words = random_words(count, seed);
  for (uint32_t& word : words) {
    word = std::bit_cast<uint32_t>(float(word >> 8) / float(1 << 24));
  }
  return words;
}

Words random_doubles(size_t count, uint32_t seed) {
  Words words = random_words(2 * count, seed);
  for (size_t i = 0; i < count; ++i) {
    as<double>(words)[i] = double(words[2 * i + 1]) / double(uint64_t(1) << 32);
  }
  return words;
}
