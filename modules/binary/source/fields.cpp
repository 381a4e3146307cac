// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each structure lists its fields once (`fields`); Put and Get walk the same list, so that the
// written and the read format cannot drift apart.
#include "fields.h"

#include <algorithm>

namespace binary {
namespace {

class Put {
public:
  explicit Put(Writer& output) : writer(output) {}
  void operator()(const std::string& value) { writer.text(value); }
  void operator()(const bytes& value) { writer.blob(value); }
  template <typename T>
    requires std::is_integral_v<T> || std::is_enum_v<T>
  void operator()(const T& value) {
    writer.number(value);
  }
  template <typename T, size_t N> void operator()(const std::array<T, N>& values) {
    std::for_each(values.begin(), values.end(), *this);
  }
  template <typename T> void operator()(const std::vector<T>& values) {
    writer.number<uint64_t>(values.size());
    std::for_each(values.begin(), values.end(), *this);
  }
  template <typename T>
    requires std::is_class_v<T>
  void operator()(const T& value) {
    fields(*this, value);
  }

private:
  Writer& writer;
};

/// The least number of bytes of a value of this type: that of an empty one.
template <typename T> size_t min_size();

class Get {
public:
  explicit Get(Reader& input) : reader(input) {}
  void operator()(std::string& value) { value = reader.text(); }
  void operator()(bytes& value) {
    const auto source = reader.blob();
    value.assign(source.begin(), source.end());
  }
  template <typename T>
    requires std::is_integral_v<T> || std::is_enum_v<T>
  void operator()(T& value) {
    value = reader.number<T>();
  }
  template <typename T, size_t N> void operator()(std::array<T, N>& values) {
    for (T& value : values) {
      (*this)(value);
    }
  }
  template <typename T> void operator()(std::vector<T>& values) {
    // Memory in proportion to the bytes that are there, whatever the count says.
    values.resize(reader.count(min_size<T>()));
    for (T& value : values) {
      if (reader.failed) {
        return;
      }
      (*this)(value);
    }
  }
  template <typename T>
    requires std::is_class_v<T>
  void operator()(T& value) {
    fields(*this, value);
  }

private:
  Reader& reader;
};

template <typename T, typename U>
concept either_const = std::is_same_v<std::remove_const_t<T>, U>;

template <typename V, either_const<ArgumentPart> T> void fields(V& visit, T& x) {
  visit(x.offset), visit(x.size);
}
template <typename V, either_const<Argument> T> void fields(V& visit, T& x) {
  visit(x.kind), visit(x.address_space), visit(x.access), visit(x.type_qualifiers);
  visit(x.size), visit(x.alignment), visit(x.name), visit(x.type_name);
  visit(x.governing), visit(x.max_bytes);
}
template <typename V, either_const<Kernel> T> void fields(V& visit, T& x) {
  visit(x.name), visit(x.entry), visit(x.attributes), visit(x.arguments);
  visit(x.required_local_size), visit(x.local_size_hint), visit(x.local_bytes);
  visit(x.private_bytes), visit(x.scratch_fixed), visit(x.scratch_per_item);
  visit(x.scratch_per_row);
  visit(x.preferred_multiple), visit(x.sub_group_sizes);
  visit(x.required_sub_group_size), visit(x.required_sub_group_count), visit(x.block);
  visit(x.prints), visit(x.enqueues), visit(x.non_uniform), visit(x.free_groups),
      visit(x.rows_of_groups), visit(x.long_work_items), visit(x.waiting_loops),
      visit(x.quick_form);
}
template <typename V, either_const<PrintfCall> T> void fields(V& visit, T& x) {
  visit(x.format), visit(x.argument_sizes), visit(x.strings);
}
template <typename V, either_const<VariableAddress> T> void fields(V& visit, T& x) {
  visit(x.offset), visit(x.target);
}
template <typename V, either_const<Variable> T> void fields(V& visit, T& x) {
  visit(x.name), visit(x.offset), visit(x.size), visit(x.initial), visit(x.addresses),
      visit(x.host_name);
}
template <typename V, either_const<Function> T> void fields(V& visit, T& x) {
  visit(x.name), visit(x.number);
}
template <typename V, either_const<Payload> T> void fields(V& visit, T& x) {
  visit(x.format), visit(x.triple), visit(x.cpu), visit(x.features), visit(x.code);
}

template <typename V, either_const<Program> T> void section(V& visit, SectionId id, T& x) {
  switch (id) {
  case SectionId::info:
    return visit(x.device), visit(x.options), visit(x.log);
  case SectionId::kernels:
    return visit(x.kernels);
  case SectionId::printf_calls:
    return visit(x.printf_calls);
  case SectionId::variables:
    return visit(x.variables);
  case SectionId::ir:
    return visit(x.ir);
  case SectionId::payloads:
    return visit(x.payloads);
  case SectionId::functions:
    return visit(x.functions);
  }
}

template <typename T> size_t min_size() {
  static const size_t size = [] {
    Writer writer;
    Put put(writer);
    put(T());
    return writer.data.size();
  }();
  return size;
}

// Checks of values that a checksum cannot vouch for, as another writer may have put them there. A
// reader of the container may multiply and add them without a check of its own.

/// More than any memory.
constexpr uint64_t max_bytes = uint64_t(1) << 60;
/// Work-items of a group in one dimension, and bytes for each: many times more than fit in memory.
constexpr uint64_t max_items = uint64_t(1) << 20;
constexpr uint64_t max_bytes_of_item = uint64_t(1) << 40;

/// Whether an argument's size is one that its kind allows; local arguments are packed as 8 bytes
/// whatever it is.
bool has_size_of_kind(const Argument& x) {
  switch (x.kind) {
  case ArgumentKind::value:
    return x.size <= 65536;
  case ArgumentKind::sampler: // a word, whatever room it has
    return x.size == sizeof(uint32_t) || x.size == sizeof(uint64_t);
  default:
    return x.size == sizeof(uint64_t);
  }
}

bool is_part_of(const Argument& x, const ArgumentPart& part) {
  return part.size != 0 && part.size <= sizeof(uint64_t) &&
         uint64_t(part.offset) + part.size <= x.size;
}

bool in_range(const Argument& x) {
  return x.kind <= ArgumentKind::sampler && x.address_space <= AddressSpace::local &&
         x.access <= Access::read_write && x.alignment && !(x.alignment & (x.alignment - 1)) &&
         x.alignment <= 4096 && has_size_of_kind(x) &&
         std::ranges::all_of(x.governing, [&](const ArgumentPart& y) { return is_part_of(x, y); });
}

/// The size of a work-group: all zero for none, or none zero.
bool in_range(const std::array<uint64_t, 3>& x) {
  const bool none = x == std::array<uint64_t, 3>();
  return none ||
         std::ranges::all_of(x, [](uint64_t extent) { return extent && extent <= max_items; });
}

bool in_range(const Kernel& x) {
  const auto is_sub_group = [](uint64_t size) { return size <= max_items; }; // 0: not known
  const uint64_t of_group[] = {x.local_bytes, x.scratch_fixed};
  const uint64_t of_item[] = {x.private_bytes, x.scratch_per_item, x.scratch_per_row};
  return std::ranges::all_of(x.arguments, [](const Argument& y) { return in_range(y); }) &&
         in_range(x.required_local_size) && in_range(x.local_size_hint) &&
         std::ranges::all_of(of_group, [](uint64_t bytes) { return bytes <= max_bytes; }) &&
         std::ranges::all_of(of_item, [](uint64_t bytes) { return bytes <= max_bytes_of_item; }) &&
         x.preferred_multiple && is_sub_group(x.preferred_multiple) &&
         std::ranges::all_of(x.sub_group_sizes, is_sub_group) &&
         is_sub_group(x.required_sub_group_size) && x.required_sub_group_count <= max_items &&
         x.prints <= 1 && x.enqueues <= 1 && x.non_uniform <= 1 && x.free_groups <= 1 &&
         x.rows_of_groups <= 64 && x.long_work_items <= 1 && x.waiting_loops <= 1 &&
         x.quick_form <= 1;
}

bool in_range(const PrintfCall& x) {
  return std::ranges::all_of(x.argument_sizes, [](uint32_t size) { return size <= 65536; });
}

bool in_range(const Variable& x) {
  const auto is_inside = [&](const VariableAddress& address) {
    return x.size >= sizeof(uint64_t) && address.offset <= x.size - sizeof(uint64_t);
  };
  return x.offset <= max_bytes && x.size <= max_bytes && x.initial.size() <= x.size &&
         std::ranges::all_of(x.addresses, is_inside);
}

template <typename T> bool all_in_range(const std::vector<T>& values) {
  return std::ranges::all_of(values, [](const T& value) { return in_range(value); });
}

} // namespace

void write_section(Writer& writer, SectionId id, const Program& program) {
  Put put(writer);
  section(put, id, program);
}

bool read_section(Reader& reader, SectionId id, Program& program) {
  Get get(reader);
  section(get, id, program);
  return !reader.failed && reader.remaining() == 0 && all_in_range(program.kernels) &&
         all_in_range(program.printf_calls) && all_in_range(program.variables);
}

} // namespace binary
