// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The parts of the loader that depend on the CPU: relocations, and stubs for long jumps.
#ifndef HOST_LOADER_MACHINE_H
#define HOST_LOADER_MACHINE_H

#include <cstddef>
#include <cstdint>
#include <span>

namespace host {

/// The address that a relocation refers to: the symbol's; that of nearby code which jumps to the
/// symbol, if the symbol is outside of the object; or that of a word that holds the symbol's
/// address.
enum class Meant : uint8_t { symbol, jump, slot };

/// The computation of a relocation's value from the address and the addend: the sum itself; its
/// distance from the place; the distance between the 4 KiB pages of both; the offset in its page.
enum class Taken : uint8_t { address, distance, pages, within_page };

/// The field that the value is written to.
enum class Field : uint8_t {
  word64,
  word32,          ///< sign extended by who reads it
  word32_zero,     ///< zero extended
  word32_any,      ///< either
  a64_immediate12, ///< of an addition or an access, in units of the access
  a64_immediate14, ///< of a branch that tests a bit, in instructions
  a64_immediate19, ///< of a conditional branch or a load from near by, in instructions
  a64_immediate21, ///< of adr (bytes) or adrp (pages)
  a64_immediate26, ///< of a branch or a call, in instructions
};

/// One type of relocation.
struct RelocationType {
  uint32_t number; ///< as ELF has it
  Meant meant;
  Taken taken;
  Field field;
  uint8_t unit = 0; ///< for a64_immediate12: log2 of the bytes of an access
};

/// Bytes of a field's place.
[[nodiscard]] uint64_t size_of(Field field);

/// Puts a value there. False if it does not fit, or is no multiple of the unit.
[[nodiscard]] bool insert(const RelocationType& type, uint64_t value, std::byte* place);

/// A kind of CPU.
struct Machine {
  const char* name;        ///< as triples begin with it
  uint16_t elf;            ///< e_machine
  uint32_t unwind_section; ///< type of sections for unwinding beside SHT_PROGBITS, or 0
  std::span<const RelocationType> relocations;
  /// Writes `stub_size` bytes of code (at `stub`, aligned to as many) that jumps where the word at
  /// `slot`, less than 2 GiB away, says.
  void (*write_stub)(std::byte* stub, const std::byte* slot);
};

inline constexpr uint64_t stub_size = 16;

/// The one that this process runs on.
[[nodiscard]] const Machine& this_machine();

} // namespace host

#endif
