// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The archive of built-in functions: many small members, found by the names that they define.
//
//   header   magic "LWBA", format version, number of symbols, of members, bytes of names,
//            total size, checksum of what stands between header and members
//   symbols  sorted by name: where its name stands, how long it is, which member defines it
//   members  where it stands, how many bytes, their checksum
//   names    back to back
//   data     members, each beginning at a multiple of 16
//
// Little endian, read in place. Opening checks the index once; a member is checked when it is read.
#ifndef BUILTINS_ARCHIVE_H
#define BUILTINS_ARCHIVE_H

#include "cargo/expected.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace builtins {

using bytes_view = std::span<const uint8_t>;

class Archive {
public:
  /// The archive in `data`, which must live as long as the result. The error is a sentence.
  static cargo::expected<Archive, std::string> open(bytes_view data);

  [[nodiscard]] uint32_t symbol_count() const { return symbols; }
  [[nodiscard]] uint32_t member_count() const { return members; }
  [[nodiscard]] std::string_view symbol_name(uint32_t symbol) const;
  [[nodiscard]] uint32_t symbol_member(uint32_t symbol) const;

  static constexpr uint32_t none = ~0u;
  /// The member that defines `name`, or `none`.
  [[nodiscard]] uint32_t find(std::string_view name) const;
  /// The bytes of a member, if its checksum is right.
  [[nodiscard]] cargo::expected<bytes_view, std::string> member(uint32_t index) const;

private:
  [[nodiscard]] const uint8_t* symbol_entry(uint32_t symbol) const;

  bytes_view data;
  uint32_t symbols = 0;
  uint32_t members = 0;
};

/// A member of an archive and the names that it defines.
struct Member {
  std::vector<std::string> names;
  std::vector<uint8_t> data;
};

/// The archive of `members`; the same members give the same bytes. No name may come twice.
[[nodiscard]] std::vector<uint8_t> write_archive(std::span<const Member> members);

} // namespace builtins

#endif
