// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each structure lists its fields once (`fields`); Put and Get walk the same list, so that what is
// written and what is read cannot drift apart.
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
  void operator()(const T& value) { writer.number(value); }
  template <typename T, size_t N> void operator()(const std::array<T, N>& values) {
    std::for_each(values.begin(), values.end(), *this);
  }
  template <typename T> void operator()(const std::vector<T>& values) {
    writer.number<uint64_t>(values.size());
    std::for_each(values.begin(), values.end(), *this);
  }
  template <typename T>
  requires std::is_class_v<T>
  void operator()(const T& value) { fields(*this, value); }

private:
  Writer& writer;
};

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
  void operator()(T& value) { value = reader.number<T>(); }
  template <typename T, size_t N> void operator()(std::array<T, N>& values) {
    for (T& value : values) {
      (*this)(value);
    }
  }
  template <typename T> void operator()(std::vector<T>& values) {
    values.resize(reader.count(sizeof(uint32_t)));
    for (T& value : values) {
      (*this)(value);
    }
  }
  template <typename T>
  requires std::is_class_v<T>
  void operator()(T& value) { fields(*this, value); }

private:
  Reader& reader;
};

template <typename T, typename U>
concept either_const = std::is_same_v<std::remove_const_t<T>, U>;

template <typename V, either_const<Argument> T> void fields(V& visit, T& x) {
  visit(x.kind), visit(x.address_space), visit(x.access), visit(x.type_qualifiers);
  visit(x.size), visit(x.alignment), visit(x.name), visit(x.type_name);
  visit(x.governs);
}
template <typename V, either_const<Kernel> T> void fields(V& visit, T& x) {
  visit(x.name), visit(x.entry), visit(x.attributes), visit(x.arguments);
  visit(x.required_local_size), visit(x.local_size_hint), visit(x.local_bytes);
  visit(x.private_bytes), visit(x.scratch_fixed), visit(x.scratch_per_item);
  visit(x.scratch_per_row);
  visit(x.preferred_multiple), visit(x.sub_group_sizes), visit(x.prints);
}
template <typename V, either_const<PrintfCall> T> void fields(V& visit, T& x) {
  visit(x.format), visit(x.argument_sizes), visit(x.strings);
}
template <typename V, either_const<Variable> T> void fields(V& visit, T& x) {
  visit(x.name), visit(x.offset), visit(x.size), visit(x.initial);
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
  }
}

/// Values that a checksum cannot vouch for: what a writer of another make might put there.
bool in_range(const Argument& x) {
  return x.kind <= ArgumentKind::sampler && x.address_space <= AddressSpace::local &&
         x.access <= Access::read_write && x.alignment && !(x.alignment & (x.alignment - 1)) &&
         x.alignment <= 4096 && x.size <= 65536 && x.governs <= 1;
}

bool in_range(const Kernel& x) {
  return std::all_of(x.arguments.begin(), x.arguments.end(),
                     [](const Argument& argument) { return in_range(argument); });
}

} // namespace

void write_section(Writer& writer, SectionId id, const Program& program) {
  Put put(writer);
  section(put, id, program);
}

bool read_section(Reader& reader, SectionId id, Program& program) {
  Get get(reader);
  section(get, id, program);
  return !reader.failed && reader.remaining() == 0 &&
         std::all_of(program.kernels.begin(), program.kernels.end(),
                     [](const Kernel& kernel) { return in_range(kernel); });
}

} // namespace binary
