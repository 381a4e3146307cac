// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "loader/machine.h"

#include <cstring>
#include <elf.h>

namespace host {
namespace {

using enum Field;

[[maybe_unused]] constexpr RelocationType x86_64_relocations[] = {
    {R_X86_64_64, Meant::symbol, Taken::address, word64},
    {R_X86_64_PC64, Meant::symbol, Taken::distance, word64},
    {R_X86_64_PLT32, Meant::jump, Taken::distance, word32},
    {R_X86_64_PC32, Meant::symbol, Taken::distance, word32},
    {R_X86_64_32, Meant::symbol, Taken::address, word32_zero},
    {R_X86_64_32S, Meant::symbol, Taken::address, word32},
    {R_X86_64_GOTPCREL, Meant::slot, Taken::distance, word32},
    {R_X86_64_GOTPCRELX, Meant::slot, Taken::distance, word32},
    {R_X86_64_REX_GOTPCRELX, Meant::slot, Taken::distance, word32},
};

/// jmp *distance(%rip)
[[maybe_unused]] void write_x86_64_stub(std::byte* stub, const std::byte* slot) {
  const uint8_t jump[] = {0xFF, 0x25};
  const auto distance = static_cast<int32_t>(slot - (stub + 6));
  std::memcpy(stub, jump, sizeof jump);
  std::memcpy(stub + sizeof jump, &distance, sizeof distance);
}

constexpr uint32_t aarch64_plt32 = 314; // younger than the C library's header

[[maybe_unused]] constexpr RelocationType aarch64_relocations[] = {
    {R_AARCH64_ABS64, Meant::symbol, Taken::address, word64},
    {R_AARCH64_ABS32, Meant::symbol, Taken::address, word32_any},
    {R_AARCH64_PREL64, Meant::symbol, Taken::distance, word64},
    {R_AARCH64_PREL32, Meant::symbol, Taken::distance, word32_any},
    {aarch64_plt32, Meant::jump, Taken::distance, word32},
    {R_AARCH64_LD_PREL_LO19, Meant::symbol, Taken::distance, a64_immediate19},
    {R_AARCH64_ADR_PREL_LO21, Meant::symbol, Taken::distance, a64_immediate21},
    {R_AARCH64_ADR_PREL_PG_HI21, Meant::symbol, Taken::pages, a64_immediate21},
    {R_AARCH64_ADD_ABS_LO12_NC, Meant::symbol, Taken::within_page, a64_immediate12, 0},
    {R_AARCH64_LDST8_ABS_LO12_NC, Meant::symbol, Taken::within_page, a64_immediate12, 0},
    {R_AARCH64_LDST16_ABS_LO12_NC, Meant::symbol, Taken::within_page, a64_immediate12, 1},
    {R_AARCH64_LDST32_ABS_LO12_NC, Meant::symbol, Taken::within_page, a64_immediate12, 2},
    {R_AARCH64_LDST64_ABS_LO12_NC, Meant::symbol, Taken::within_page, a64_immediate12, 3},
    {R_AARCH64_LDST128_ABS_LO12_NC, Meant::symbol, Taken::within_page, a64_immediate12, 4},
    {R_AARCH64_ADR_GOT_PAGE, Meant::slot, Taken::pages, a64_immediate21},
    {R_AARCH64_LD64_GOT_LO12_NC, Meant::slot, Taken::within_page, a64_immediate12, 3},
    {R_AARCH64_TSTBR14, Meant::symbol, Taken::distance, a64_immediate14},
    {R_AARCH64_CONDBR19, Meant::symbol, Taken::distance, a64_immediate19},
    {R_AARCH64_JUMP26, Meant::jump, Taken::distance, a64_immediate26},
    {R_AARCH64_CALL26, Meant::jump, Taken::distance, a64_immediate26},
};

/// adrp x16, slot; ldr x16, [x16, slot's place in its page]; br x16
[[maybe_unused]] void write_aarch64_stub(std::byte* stub, const std::byte* slot) {
  const uint32_t code[] = {0x90000010, 0xF9400210, 0xD61F0200};
  std::memcpy(stub, code, sizeof code);
  const auto from = reinterpret_cast<uint64_t>(stub), to = reinterpret_cast<uint64_t>(slot);
  static_cast<void>(insert({0, Meant::slot, Taken::pages, a64_immediate21},
                           ((to & ~0xFFFull) - (from & ~0xFFFull)), stub)); // less than 4 GiB
  static_cast<void>(
      insert({0, Meant::slot, Taken::within_page, a64_immediate12, 3}, to & 0xFFF, stub + 4));
}

bool is_signed_in(uint64_t value, unsigned bits) {
  const auto number = static_cast<int64_t>(value);
  return number >= -(int64_t(1) << (bits - 1)) && number < int64_t(1) << (bits - 1);
}

void put_bits(std::byte* place, unsigned at, unsigned count, uint64_t value) {
  uint32_t instruction = 0;
  std::memcpy(&instruction, place, sizeof instruction);
  const auto mask = static_cast<uint32_t>((uint64_t(1) << count) - 1) << at;
  instruction = (instruction & ~mask) | (static_cast<uint32_t>(value << at) & mask);
  std::memcpy(place, &instruction, sizeof instruction);
}

bool put_word(std::byte* place, size_t size, uint64_t value) {
  std::memcpy(place, &value, size); // little endian
  return true;
}

/// A distance in instructions of four bytes.
bool put_branch(std::byte* place, unsigned at, unsigned count, uint64_t value) {
  if (value % 4 != 0 || !is_signed_in(value, count + 2)) {
    return false;
  }
  put_bits(place, at, count, value / 4);
  return true;
}

} // namespace

uint64_t size_of(Field field) { return field == word64 ? 8 : 4; }

bool insert(const RelocationType& type, uint64_t value, std::byte* place) {
  switch (type.field) {
  case word64:
    return put_word(place, 8, value);
  case word32:
    return is_signed_in(value, 32) && put_word(place, 4, value);
  case word32_zero:
    return value <= UINT32_MAX && put_word(place, 4, value);
  case word32_any:
    return (is_signed_in(value, 32) || value <= UINT32_MAX) && put_word(place, 4, value);
  case a64_immediate12:
    put_bits(place, 10, 12, value >> type.unit);
    return value % (uint64_t(1) << type.unit) == 0;
  case a64_immediate14:
    return put_branch(place, 5, 14, value);
  case a64_immediate19:
    return put_branch(place, 5, 19, value);
  case a64_immediate21: {
    const bool pages = type.taken == Taken::pages;
    const uint64_t number =
        pages ? static_cast<uint64_t>(static_cast<int64_t>(value) >> 12) : value;
    put_bits(place, 29, 2, number);
    put_bits(place, 5, 19, number >> 2);
    return is_signed_in(number, 21);
  }
  case a64_immediate26:
    return put_branch(place, 0, 26, value);
  }
  return false;
}

const Machine& this_machine() {
#if defined(__x86_64__)
  static constexpr Machine machine = {"x86_64", EM_X86_64, SHT_X86_64_UNWIND, x86_64_relocations,
                                      write_x86_64_stub};
#elif defined(__aarch64__)
  static constexpr Machine machine = {"aarch64", EM_AARCH64, 0, aarch64_relocations,
                                      write_aarch64_stub};
#else
#error "the host target's loader needs a table of this CPU's relocations"
#endif
  return machine;
}

} // namespace host
