// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// printf of OpenCL C (1.2 section 6.12.13): parsing of format strings, the records in which kernels
// store arguments, and formatting of the text. Used by the compiler, which parses, and by the
// runtime, which prints. No LLVM here.
#ifndef BUILTINS_PRINTF_H
#define BUILTINS_PRINTF_H

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace builtins {

/// One conversion of a format string, `%-08.3v4hlf`, or the plain text before it.
struct Conversion {
  std::string text;            ///< printed as it is, before the conversion
  std::string flags;           ///< of "-+ #0"
  int width = -1;              ///< up to longest_field, or -1: none
  int precision = -1;          ///< up to longest_field, or -1: none
  bool width_argument = false; ///< `*`: an int argument before the value gives it
  bool precision_argument = false;
  unsigned elements = 1; ///< of a vector conversion: 2, 3, 4, 8 or 16
  unsigned element_size =
      0;              ///< bytes of an element as hh, h, hl, l, z, t say; 0 for scalars without
  char specifier = 0; ///< d i u o x X f F e E g G a A c s p; 0 for text at the end
};

/// The conversions of `format` in order; nothing if OpenCL C does not allow one of them, in which
/// case printf prints nothing and gives -1.
[[nodiscard]] std::optional<std::vector<Conversion>> parse_format(std::string_view format);

/// The memory that a range of work-groups prints into. Records follow the header: the number of the
/// printf call, counted from 1 (4 bytes), then each argument in its size without padding, the whole
/// padded to 4. A `%s` argument is 8 bytes: an index into the call's strings and the offset of the
/// first character to print. A record reserves its room by adding to `used`; if it does not fit, it
/// lowers `end` to where it would have begun and counts itself. Kernels change all three
/// atomically.
struct PrintfChunk {
  uint64_t capacity; ///< bytes behind the header
  uint64_t used;     ///< bytes asked for, also by those that found no room
  uint64_t end;      ///< nothing was written from here on; the capacity at first
  uint64_t lost;     ///< records that found no room

  /// Bytes of whole records.
  [[nodiscard]] uint64_t written() const { return used < end ? used : end; }
};

/// The widest field and the most digits of one conversion; more asked for is taken as this. It
/// keeps a kernel's slip from filling the memory with spaces.
inline constexpr int longest_field = 65535;

/// One printf call as the compiler recorded it (binary::PrintfCall).
struct PrintfRecordShape {
  std::string_view format;
  std::span<const uint32_t> argument_sizes; ///< bytes each
  std::span<const std::string> strings;
};

/// The text of one record's arguments, with the decimal point and the rounding of the "C" locale
/// and of round-to-nearest, whatever the application has set. Never reads outside `arguments`;
/// missing ones are left out. Throws std::bad_alloc.
[[nodiscard]] std::string format_record(const PrintfRecordShape& shape,
                                        std::span<const uint8_t> arguments);

} // namespace builtins

#endif
