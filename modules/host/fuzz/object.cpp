// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// libFuzzer: any bytes as an object file of a program. The loaded code is inspected, not run:
// nothing vouches for its code. The mutator leaves the ELF header right most of the time, and
// changes the tables that it leads to more than code.
#include "loader/loaded_code.h"

#include <cstdlib>
#include <cstring>
#include <elf.h>
#include <random>

extern "C" size_t LLVMFuzzerMutate(uint8_t* data, size_t size, size_t max_size);

extern "C" size_t LLVMFuzzerCustomMutator(uint8_t* data, size_t size, size_t max_size,
                                          unsigned seed) {
  std::minstd_rand random(seed);
  Elf64_Ehdr header;
  if (size < sizeof header || random() % 8 == 0) {
    return LLVMFuzzerMutate(data, size, max_size);
  }
  std::memcpy(&header, data, sizeof header);
  const uint64_t rows = uint64_t(header.e_shnum) * sizeof(Elf64_Shdr);
  if (header.e_shnum == 0 || header.e_shoff > size || rows > size - header.e_shoff) {
    return LLVMFuzzerMutate(data, size, max_size);
  }
  // A field of a section's row, or some bytes of what the row leads to, in place.
  uint8_t* row = data + header.e_shoff + random() % header.e_shnum * sizeof(Elf64_Shdr);
  Elf64_Shdr section;
  std::memcpy(&section, row, sizeof section);
  const bool has_bytes = section.sh_type != SHT_NOBITS && section.sh_size != 0 &&
                         section.sh_offset < size && section.sh_size <= size - section.sh_offset;
  if (has_bytes && random() % 2 != 0) {
    const uint64_t at = random() % section.sh_size;
    const uint64_t some = std::min<uint64_t>(section.sh_size - at, 24);
    LLVMFuzzerMutate(data + section.sh_offset + at, some, some);
  } else {
    const size_t at = random() % (sizeof section / 4) * 4;
    LLVMFuzzerMutate(row + at, 4, 4);
  }
  return size;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const auto code = host::LoadedCode::load({data, size});
  if (!code) {
    return code.error().text.empty() ? (std::abort(), 1) : 0;
  }
  // Of a symbol without a size, no address is within the function.
  const void* found = code->find("call_function");
  static_cast<void>(code->offset_of(reinterpret_cast<uint64_t>(found)));
  return 0;
}
