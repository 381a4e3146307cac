// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// libFuzzer: any bytes as a program binary. The mutator changes what sections hold and gives the
// result right checksums, which random bytes never have. Each container that can be read is written
// and read again.
#include "binary/container.h"
#include "../test/container_of.h"

#include <cstdlib>
#include <cstring>
#include <random>

extern "C" size_t LLVMFuzzerMutate(uint8_t* data, size_t size, size_t max_size);

namespace {

using Sections = std::array<binary::bytes, binary::test::section_count>;
using binary::test::first_section;
using binary::test::header_size;
using binary::test::row_size;

binary::Program sample() {
  binary::Program program;
  program.device = "host";
  program.options = "-g";
  program.log = "log";
  binary::Kernel& kernel = program.kernels.emplace_back();
  kernel.name = "k";
  kernel.entry = "entry";
  kernel.sub_group_sizes = {8};
  kernel.required_sub_group_size = 8;
  kernel.arguments.push_back({binary::ArgumentKind::pointer, binary::AddressSpace::global,
                              binary::Access::none, binary::qualifier_const, 8, 8, "out", "int*"});
  program.printf_calls.emplace_back();
  program.ir = {1, 2, 3};
  program.payloads.push_back({"elf", "x86_64-unknown-linux-gnu", "x86-64", "", {4, 5, 6}});
  return program;
}

template <typename T> T number_at(const binary::bytes& data, size_t at) {
  T value;
  std::memcpy(&value, data.data() + at, sizeof value);
  return value;
}

/// The sections of a container, as far as its header can be followed.
Sections take_apart(const binary::bytes& data) {
  Sections sections;
  for (size_t i = 0; i < sections.size(); ++i) {
    const auto offset = number_at<uint64_t>(data, header_size + i * row_size + 4);
    const auto size = number_at<uint64_t>(data, header_size + i * row_size + 12);
    if (offset <= data.size() && size <= data.size() - offset) {
      const auto begin = data.begin() + static_cast<std::ptrdiff_t>(offset);
      sections[i].assign(begin, begin + static_cast<std::ptrdiff_t>(size));
    }
  }
  return sections;
}

} // namespace

extern "C" size_t LLVMFuzzerCustomMutator(uint8_t* data, size_t size, size_t max_size,
                                          unsigned seed) {
  std::minstd_rand random(seed);
  binary::bytes given(data, data + size);
  if (size < first_section || !binary::has_magic(given)) {
    given = binary::write(sample());
  } else if (random() % 8 == 0) {
    return LLVMFuzzerMutate(data, size, max_size);
  }
  Sections sections = take_apart(given);
  binary::bytes& section = sections[random() % sections.size()];
  const size_t before = section.size();
  section.resize(before + 64);
  section.resize(LLVMFuzzerMutate(section.data(), before, section.size()));
  const auto kind = binary::Kind(1 + random() % 3);
  const binary::bytes made = binary::test::container_of(sections, kind);
  if (made.size() > max_size) {
    return size;
  }
  std::copy(made.begin(), made.end(), data);
  return made.size();
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const auto program = binary::read({data, size});
  if (!program) {
    return program.error().empty() ? (std::abort(), 1) : 0;
  }
  const binary::bytes written = binary::write(*program);
  const auto again = binary::read(written);
  if (!again || binary::write(*again) != written) {
    std::abort();
  }
  return 0;
}
