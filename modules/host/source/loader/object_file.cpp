// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "loader/object_file.h"

#include "loader/machine.h"

#include <cstring>
#include <optional>

namespace host {
namespace {

using Failure = cargo::unexpected<std::string>;

Failure refused(std::string what) { return {"object file is refused: " + std::move(what)}; }

/// Elements of a table, copied (they need not be aligned); nothing if it is not whole.
template <typename T>
std::optional<std::vector<T>> table(std::span<const uint8_t> bytes, uint64_t entry_size) {
  if (entry_size != sizeof(T) || bytes.size() % sizeof(T) != 0) {
    return std::nullopt;
  }
  std::vector<T> result(bytes.size() / sizeof(T));
  if (!result.empty()) {
    std::memcpy(result.data(), bytes.data(), bytes.size());
  }
  return result;
}

/// The text at `offset` of a string table; nothing if it does not end in the table.
std::optional<std::string_view> text(std::span<const uint8_t> strings, uint64_t offset) {
  if (offset >= strings.size()) {
    return std::nullopt;
  }
  const auto* begin = reinterpret_cast<const char*>(strings.data()) + offset;
  const size_t length = strnlen(begin, strings.size() - offset);
  if (length == strings.size() - offset) {
    return std::nullopt;
  }
  return std::string_view(begin, length);
}

std::optional<std::span<const uint8_t>> range(std::span<const uint8_t> bytes, uint64_t offset,
                                              uint64_t size) {
  if (offset > bytes.size() || size > bytes.size() - offset) {
    return std::nullopt;
  }
  return bytes.subspan(offset, size);
}

class FileReader {
public:
  explicit FileReader(std::span<const uint8_t> given) : bytes(given) {}

  cargo::expected<ObjectFile, std::string> read() {
    for (auto step : {&FileReader::read_header, &FileReader::read_sections,
                      &FileReader::read_symbols, &FileReader::read_relocations}) {
      if (auto result = (this->*step)(); !result) {
        return cargo::unexpected{std::move(result.error())};
      }
    }
    return std::move(file);
  }

private:
  using Result = cargo::result<std::string>;

  Result read_header() {
    if (bytes.size() < sizeof header) {
      return refused("it ends within its header");
    }
    std::memcpy(&header, bytes.data(), sizeof header);
    const unsigned char expected[] = {ELFMAG0,    ELFMAG1,     ELFMAG2,   ELFMAG3,
                                      ELFCLASS64, ELFDATA2LSB, EV_CURRENT};
    if (std::memcmp(header.e_ident, expected, sizeof expected) != 0) {
      return refused("it is not 64-bit little-endian ELF");
    }
    if (header.e_machine != this_machine().elf || header.e_type != ET_REL ||
        header.e_version != EV_CURRENT) {
      return refused(std::string("it is not a relocatable object for ") + this_machine().name);
    }
    if (header.e_shentsize != sizeof(Elf64_Shdr) || header.e_shnum == 0 ||
        header.e_shstrndx >= header.e_shnum) {
      return refused("its header describes no table of sections");
    }
    return cargo::success{};
  }

  Result read_sections() {
    const auto rows = range(bytes, header.e_shoff, uint64_t(header.e_shnum) * sizeof(Elf64_Shdr));
    if (!rows) {
      return refused("its table of sections lies outside of it");
    }
    const auto headers = table<Elf64_Shdr>(*rows, sizeof(Elf64_Shdr));
    for (const Elf64_Shdr& section : *headers) {
      std::span<const uint8_t> content;
      if (section.sh_type != SHT_NOBITS && section.sh_type != SHT_NULL) {
        const auto found = range(bytes, section.sh_offset, section.sh_size);
        if (!found) {
          return refused("a section lies outside of it");
        }
        content = *found;
      }
      file.sections.push_back({section, {}, content});
    }
    const auto names = file.sections[header.e_shstrndx].content;
    for (Section& section : file.sections) {
      if (section.header.sh_type == SHT_NULL) {
        continue;
      }
      const auto name = text(names, section.header.sh_name);
      if (!name) {
        return refused("the name of a section lies outside of it");
      }
      section.name = *name;
    }
    return cargo::success{};
  }

  Result read_symbols() {
    for (size_t i = 0; i < file.sections.size(); ++i) {
      const Section& section = file.sections[i];
      if (section.header.sh_type != SHT_SYMTAB) {
        continue;
      }
      if (symbol_section != 0) {
        return refused("it has two symbol tables");
      }
      symbol_section = i;
      const auto entries = table<Elf64_Sym>(section.content, section.header.sh_entsize);
      if (!entries || section.header.sh_link >= file.sections.size()) {
        return refused("its symbol table is not whole");
      }
      const auto names = file.sections[section.header.sh_link].content;
      for (const Elf64_Sym& entry : *entries) {
        const auto name = text(names, entry.st_name);
        if (!name) {
          return refused("the name of a symbol lies outside of it");
        }
        if (entry.st_shndx < SHN_LORESERVE && entry.st_shndx >= file.sections.size()) {
          return refused("a symbol's section does not exist");
        }
        file.symbols.push_back({entry, *name});
      }
    }
    return cargo::success{};
  }

  Result read_relocations() {
    for (const Section& section : file.sections) {
      const Elf64_Shdr& row = section.header;
      if (row.sh_type != SHT_RELA && row.sh_type != SHT_REL) {
        continue;
      }
      if (row.sh_info >= file.sections.size()) {
        return refused("relocations apply to a section that does not exist");
      }
      if (!file.sections[row.sh_info].is_loaded()) {
        continue; // debug information: for debuggers, which relocate it themselves
      }
      auto entries = table<Elf64_Rela>(section.content, row.sh_entsize);
      if (row.sh_type != SHT_RELA || !entries || row.sh_link != symbol_section) {
        return refused("its relocations are not whole, or not of the kind with addends");
      }
      for (const Elf64_Rela& entry : *entries) {
        if (ELF64_R_SYM(entry.r_info) >= file.symbols.size()) {
          return refused("a relocation's symbol does not exist");
        }
      }
      file.relocations.push_back({row.sh_info, std::move(*entries)});
    }
    return cargo::success{};
  }

  std::span<const uint8_t> bytes;
  Elf64_Ehdr header = {};
  ObjectFile file;
  size_t symbol_section = 0;
};

} // namespace

cargo::expected<ObjectFile, std::string> read_object_file(std::span<const uint8_t> bytes) {
  return FileReader(bytes).read();
}

} // namespace host
