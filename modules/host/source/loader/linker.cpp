// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// LoadedCode::load: places the sections of an object, applies its relocations, protects it.
#include "loader/loaded_code.h"
#include "loader/machine.h"
#include "loader/object_file.h"

#include <algorithm>
#include <cstring>
#include <map>
#include <optional>

namespace host {

using Error = LoadedCode::Error;
using Result = cargo::result<Error>;

namespace {

/// More than any kernel has; keeps every distance far within the 2 GiB that relocations reach.
constexpr uint64_t size_limit = uint64_t(256) << 20;
constexpr uint64_t alignment_limit = 4096;

cargo::unexpected<Error> refused(std::string what) {
  return {{Error::Kind::refused, "object file is refused: " + std::move(what)}};
}

std::string quoted(std::string_view name) { return std::string(1, '\'').append(name).append("'"); }

/// The address of a function that objects may refer to without defining it.
std::optional<uint64_t> outside(std::string_view name) {
  struct OutsideSymbol {
    std::string_view name;
    uint64_t address;
  };
  static const OutsideSymbol table[] = {
      {"memcpy", reinterpret_cast<uint64_t>(
                     static_cast<void* (*)(void*, const void*, size_t)>(&std::memcpy))},
      {"memmove", reinterpret_cast<uint64_t>(
                      static_cast<void* (*)(void*, const void*, size_t)>(&std::memmove))},
      {"memset",
       reinterpret_cast<uint64_t>(static_cast<void* (*)(void*, int, size_t)>(&std::memset))},
  };
  const auto* row = std::find_if(std::begin(table), std::end(table),
                                 [name](const OutsideSymbol& r) { return r.name == name; });
  return row != std::end(table) ? std::optional(row->address) : std::nullopt;
}

bool is_code(const Section& section) { return (section.header.sh_flags & SHF_EXECINSTR) != 0; }

} // namespace

class Linker {
public:
  Linker(std::span<const uint8_t> given_bytes, const ObjectFile& given_file)
      : bytes(given_bytes), file(given_file), places(given_file.sections.size()) {}

  cargo::expected<LoadedCode, Error> link() {
    for (auto step : {&Linker::check_sections, &Linker::check_symbols, &Linker::place,
                      &Linker::relocate, &Linker::finish}) {
      if (auto result = (this->*step)(); !result) {
        return cargo::unexpected{std::move(result.error())};
      }
    }
    return std::move(loaded);
  }

private:
  Result check_sections() {
    for (const Section& section : file.sections) {
      const Elf64_Shdr& row = section.header;
      if (!section.is_loaded()) {
        continue;
      }
      const bool relocated_only = section.name.starts_with(".data.rel.ro");
      if ((row.sh_flags & SHF_WRITE) != 0 && !relocated_only && row.sh_size != 0) {
        return refused("section " + quoted(section.name) + " holds writable data");
      }
      if ((row.sh_flags & (SHF_TLS | SHF_COMPRESSED)) != 0) {
        return refused("section " + quoted(section.name) + " has flags that are not supported");
      }
      if (row.sh_type != SHT_PROGBITS && row.sh_type != SHT_NOBITS && row.sh_type != SHT_NOTE &&
          (row.sh_type != machine.unwind_section || machine.unwind_section == 0)) {
        return refused("section " + quoted(section.name) + " is of a type that is not supported");
      }
      if (row.sh_addralign > alignment_limit || (row.sh_addralign & (row.sh_addralign - 1)) != 0) {
        return refused("section " + quoted(section.name) + " has an alignment out of range");
      }
    }
    return cargo::success{};
  }

  Result check_symbols() {
    for (const Symbol& symbol : file.symbols) {
      const uint16_t index = symbol.entry.st_shndx;
      if (index == SHN_UNDEF) {
        // GNU as names the table wherever it is used; relocations that mean it are refused.
        const bool allowed =
            symbol.name.empty() || symbol.name == "_GLOBAL_OFFSET_TABLE_" || outside(symbol.name);
        if (!allowed) {
          return refused("it refers to " + quoted(symbol.name) + ", which it does not define");
        }
      } else if (index >= SHN_LORESERVE) {
        if (index != SHN_ABS) {
          return refused("symbol " + quoted(symbol.name) + " is in no section");
        }
      } else if (file.sections[index].is_loaded() &&
                 symbol.entry.st_value > file.sections[index].header.sh_size) {
        return refused("symbol " + quoted(symbol.name) + " is outside of its section");
      }
    }
    return cargo::success{};
  }

  Result place() {
    // Stubs and table of addresses: at most one of each for every symbol.
    uint64_t code = 0, data = 0;
    for (size_t i = 0; i < file.sections.size(); ++i) {
      const Section& section = file.sections[i];
      const Elf64_Shdr& row = section.header;
      if (!section.is_loaded()) {
        continue;
      }
      uint64_t& end = is_code(section) ? code : data;
      const uint64_t alignment = std::max<uint64_t>(row.sh_addralign, 1);
      places[i] = (end + alignment - 1) / alignment * alignment;
      if (row.sh_size > size_limit || places[i] > size_limit - row.sh_size) {
        return refused("it is too large");
      }
      end = places[i] + row.sh_size;
    }
    stubs = (code + stub_size - 1) / stub_size * stub_size;
    slots = (data + sizeof(uint64_t) - 1) / sizeof(uint64_t) * sizeof(uint64_t);
    const uint64_t symbols = file.symbols.size();
    if (!loaded.memory.map(stubs + symbols * stub_size, slots + symbols * sizeof(uint64_t))) {
      return cargo::unexpected{Error{Error::Kind::out_of_memory, "no memory for code"}};
    }
    for (size_t i = 0; i < file.sections.size(); ++i) {
      const Section& section = file.sections[i];
      if (section.is_loaded() && !section.content.empty()) {
        std::memcpy(at(i), section.content.data(), section.content.size());
      }
    }
    return cargo::success{};
  }

  /// Where a loaded section stands.
  [[nodiscard]] std::byte* at(size_t section) const {
    return (is_code(file.sections[section]) ? loaded.memory.code() : loaded.memory.data()) +
           places[section];
  }

  /// Address of a symbol; nothing if it is in a section that is not loaded.
  [[nodiscard]] std::optional<uint64_t> address_of(const Symbol& symbol) const {
    const uint16_t index = symbol.entry.st_shndx;
    if (index == SHN_UNDEF) {
      return symbol.name.empty() ? std::optional<uint64_t>(0) : outside(symbol.name);
    }
    if (index == SHN_ABS) {
      return symbol.entry.st_value;
    }
    if (!file.sections[index].is_loaded()) {
      return std::nullopt;
    }
    return reinterpret_cast<uint64_t>(at(index)) + symbol.entry.st_value;
  }

  /// Address of a word that holds the address of a symbol.
  uint64_t slot_of(uint32_t symbol, uint64_t address) {
    const auto [entry, added] = slot_indices.try_emplace(symbol, slot_indices.size());
    std::byte* slot = loaded.memory.data() + slots + entry->second * sizeof(uint64_t);
    if (added) {
      std::memcpy(slot, &address, sizeof address);
    }
    return reinterpret_cast<uint64_t>(slot);
  }

  /// Address of code near by that jumps to a symbol, however far away it is.
  uint64_t stub_of(uint32_t symbol, uint64_t address) {
    const uint64_t slot = slot_of(symbol, address);
    std::byte* stub = loaded.memory.code() + stubs + slot_indices.at(symbol) * stub_size;
    machine.write_stub(stub, reinterpret_cast<const std::byte*>(slot)); // within size_limit
    return reinterpret_cast<uint64_t>(stub);
  }

  Result relocate() {
    for (const RelocationTable& table : file.relocations) {
      for (const Elf64_Rela& entry : table.entries) {
        if (auto result = relocate(table.section, entry); !result) {
          return result;
        }
      }
    }
    return cargo::success{};
  }

  Result relocate(uint32_t section, const Elf64_Rela& entry) {
    const auto number = static_cast<uint32_t>(ELF64_R_TYPE(entry.r_info));
    const auto index = static_cast<uint32_t>(ELF64_R_SYM(entry.r_info));
    if (number == 0) { // R_..._NONE, whatever the machine
      return cargo::success{};
    }
    const Symbol& symbol = file.symbols[index];
    const auto target = address_of(symbol);
    if (!target) {
      return refused("a relocation refers to " + quoted(symbol.name) + ", which is not loaded");
    }
    const auto type = std::ranges::find(machine.relocations, number, &RelocationType::number);
    if (type == machine.relocations.end()) {
      return refused("relocation type " + std::to_string(number) + " is not supported");
    }
    const uint64_t size = file.sections[section].header.sh_size;
    if (size < size_of(type->field) || entry.r_offset > size - size_of(type->field)) {
      return refused("a relocation lies outside of its section");
    }
    std::byte* place = at(section) + entry.r_offset;
    uint64_t address = *target;
    if (type->meant == Meant::slot) {
      address = slot_of(index, *target);
    } else if (type->meant == Meant::jump && symbol.entry.st_shndx == SHN_UNDEF) {
      address = stub_of(index, *target);
    }
    address += static_cast<uint64_t>(entry.r_addend);
    if (!insert(*type, taken(*type, address, reinterpret_cast<uint64_t>(place)), place)) {
      return refused("a relocation of type " + std::to_string(number) + " for " +
                     quoted(symbol.name) + " does not reach");
    }
    return cargo::success{};
  }

  /// Modulo 2^64, as the ABIs say.
  static uint64_t taken(const RelocationType& type, uint64_t address, uint64_t here) {
    constexpr uint64_t page = 4096;
    switch (type.taken) {
    case Taken::address:
      return address;
    case Taken::distance:
      return address - here;
    case Taken::pages:
      return address / page * page - here / page * page;
    case Taken::within_page:
      return address % page;
    }
    return 0;
  }

  Result finish() {
    if (!loaded.memory.protect()) {
      return cargo::unexpected{Error{Error::Kind::out_of_memory, "memory cannot be made code"}};
    }
    for (const Symbol& symbol : file.symbols) {
      const Elf64_Sym& entry = symbol.entry;
      if (entry.st_shndx == SHN_UNDEF || entry.st_shndx >= SHN_LORESERVE ||
          ELF64_ST_TYPE(entry.st_info) != STT_FUNC || ELF64_ST_BIND(entry.st_info) == STB_LOCAL) {
        continue;
      }
      const Section& section = file.sections[entry.st_shndx];
      if (!section.is_loaded() || !is_code(section) || entry.st_value >= section.header.sh_size) {
        continue;
      }
      const std::byte* address = at(entry.st_shndx) + entry.st_value;
      loaded.functions.push_back(
          {std::string(symbol.name), address, entry.st_size, entry.st_value});
      tell_perf(address, entry.st_size, symbol.name);
    }
    std::vector<uint8_t> copy(bytes.begin(), bytes.end());
    Elf64_Ehdr header;
    std::memcpy(&header, copy.data(), sizeof header);
    for (size_t i = 0; i < file.sections.size(); ++i) {
      if (file.sections[i].is_loaded()) {
        const auto address = reinterpret_cast<uint64_t>(at(i));
        std::memcpy(copy.data() + header.e_shoff + i * sizeof(Elf64_Shdr) +
                        offsetof(Elf64_Shdr, sh_addr),
                    &address, sizeof address);
      }
    }
    loaded.debugger.add(std::move(copy));
    return cargo::success{};
  }

  std::span<const uint8_t> bytes;
  const ObjectFile& file;
  const Machine& machine = this_machine();
  std::vector<uint64_t> places;            ///< of each loaded section, within code or data
  uint64_t stubs = 0;                      ///< where stubs begin, within code
  uint64_t slots = 0;                      ///< where the table of addresses begins, within data
  std::map<uint32_t, size_t> slot_indices; ///< by symbol
  LoadedCode loaded;
};

cargo::expected<LoadedCode, Error> LoadedCode::load(std::span<const uint8_t> object) {
  const auto file = read_object_file(object);
  if (!file) {
    return cargo::unexpected{Error{Error::Kind::refused, file.error()}};
  }
  return Linker(object, *file).link();
}

const void* LoadedCode::find(std::string_view function) const {
  const auto found = std::find_if(functions.begin(), functions.end(),
                                  [&](const Function& f) { return f.name == function; });
  return found != functions.end() ? found->address : nullptr;
}

uint64_t LoadedCode::offset_of(uint64_t address) const {
  for (const Function& function : functions) {
    const uint64_t distance = address - reinterpret_cast<uint64_t>(function.address);
    if (distance < function.size) {
      return function.offset + distance;
    }
  }
  return UINT64_MAX;
}

} // namespace host
