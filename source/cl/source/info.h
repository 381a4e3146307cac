// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Info queries as tables: one row per query.
#ifndef CL_INFO_H
#define CL_INFO_H

#include "handle.h"

#include <cstring>
#include <span>
#include <string_view>
#include <type_traits>

namespace cl {

/// Where the value of a query goes. Each member gives the status that the entry point returns:
/// CL_INVALID_VALUE if there is a place for the value and it is too small.
class Answer {
public:
  Answer(size_t capacity, void* place, size_t* size_ret)
      : room(capacity), value(place), needed(size_ret) {}

  [[nodiscard]] cl_int bytes(const void* data, size_t size) {
    if (value) {
      if (room < size) {
        return CL_INVALID_VALUE;
      }
      if (size) {
        std::memcpy(value, data, size);
      }
    }
    if (needed) {
      *needed = size;
    }
    return CL_SUCCESS;
  }
  /// A value of exactly the type that the specification names: cl_uint, size_t, a handle …
  template <typename T>
    requires std::is_trivially_copyable_v<T>
  [[nodiscard]] cl_int is(const T& data) {
    return bytes(&data, sizeof data);
  }
  [[nodiscard]] cl_int flag(bool set) { return is<cl_bool>(set ? CL_TRUE : CL_FALSE); }
  template <typename T> [[nodiscard]] cl_int list(std::span<const T> items) {
    return bytes(items.data(), items.size_bytes());
  }
  [[nodiscard]] cl_int text(std::string_view characters) {
    if (value && room <= characters.size()) {
      return CL_INVALID_VALUE;
    }
    if (value) {
      std::memcpy(value, characters.data(), characters.size());
      static_cast<char*>(value)[characters.size()] = 0;
    }
    if (needed) {
      *needed = characters.size() + 1;
    }
    return CL_SUCCESS;
  }

  /// For CL_PROGRAM_BINARIES, whose value is a list of places to write to.
  [[nodiscard]] size_t capacity() const { return room; }
  [[nodiscard]] void* place() const { return value; }
  void needs(size_t size) {
    if (needed) {
      *needed = size;
    }
  }

private:
  size_t room;
  void* value;
  size_t* needed;
};

template <typename Subject> struct InfoRow {
  cl_uint name;
  cl_int (*answer)(const Subject&, Answer&);
};

/// Answers from the row called `name`; CL_INVALID_VALUE if the table has none.
template <typename Subject>
cl_int answer_info(std::span<const InfoRow<Subject>> table, cl_uint name, Answer answer,
                   const Subject& subject) {
  for (const auto& row : table) {
    if (row.name == name) {
      return row.answer(subject, answer);
    }
  }
  return CL_INVALID_VALUE;
}

} // namespace cl

#endif
