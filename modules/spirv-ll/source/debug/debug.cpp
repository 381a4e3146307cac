// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// SPIR-V specification 3.49.2, debug: names, strings, lines. Lines become locations
// (debug_reader.h).
#include "reader/handlers.h"

namespace spirv_ll {
namespace {

Result nothing(Reader&, const Inst&) { return nullptr; }

Result give_name(Reader& reader, const Inst& inst) {
  size_t used = 0;
  reader.names[inst.word(0)] = literal_string(inst.from(1), used);
  return nullptr;
}

Result string(Reader& reader, const Inst& inst) {
  size_t used = 0;
  reader.strings.push_back(literal_string(inst.words, used));
  if (auto done = reader.define(inst.result, {IdKind::text, nullptr, nullptr, nullptr,
                                              uint32_t(reader.strings.size() - 1)});
      !done) {
    return fail(done.error());
  }
  return nullptr;
}

Result line(Reader& reader, const Inst& inst) {
  const Id& file = reader.ids[inst.word(0)];
  if (file.kind != IdKind::text) {
    return fail(id_text(inst.word(0)) + " is not a string");
  }
  reader.debug.set_line(reader.strings[file.number], inst.word(1), inst.word(2));
  return nullptr;
}

Result no_line(Reader& reader, const Inst&) {
  reader.debug.clear_line();
  return nullptr;
}

constexpr HandlerRow rows[] = {
    {Op::SourceContinued, nullptr, nothing}, {Op::Source, nullptr, nothing},
    {Op::SourceExtension, nullptr, nothing}, {Op::Name, nullptr, give_name},
    {Op::MemberName, nullptr, nothing},      {Op::ModuleProcessed, nullptr, nothing},
    {Op::String, nullptr, string},           {Op::Line, nullptr, line},
    {Op::NoLine, nullptr, no_line},
};

} // namespace

std::span<const HandlerRow> debug_rows() { return rows; }

} // namespace spirv_ll
