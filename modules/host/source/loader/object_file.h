// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads ELF64 relocatable objects for this CPU. Reads nothing outside the given bytes, whatever
// they contain; refuses anything unknown.
#ifndef HOST_LOADER_OBJECT_FILE_H
#define HOST_LOADER_OBJECT_FILE_H

#include "cargo/expected.h"

#include <cstdint>
#include <elf.h>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace host {

struct Section {
  Elf64_Shdr header;
  std::string_view name;
  std::span<const uint8_t> content; ///< empty without bits in the file

  [[nodiscard]] bool is_loaded() const { return (header.sh_flags & SHF_ALLOC) != 0; }
};

struct Symbol {
  Elf64_Sym entry;
  std::string_view name;
};

/// A table of relocations of one section.
struct RelocationTable {
  uint32_t section; ///< that they apply to
  std::vector<Elf64_Rela> entries;
};

/// The contents of an object; views into its bytes.
struct ObjectFile {
  std::vector<Section> sections;
  std::vector<Symbol> symbols;
  std::vector<RelocationTable> relocations; ///< of loaded sections only
};

/// Error: one sentence. Throws std::bad_alloc.
[[nodiscard]] cargo::expected<ObjectFile, std::string>
read_object_file(std::span<const uint8_t> bytes);

} // namespace host

#endif
