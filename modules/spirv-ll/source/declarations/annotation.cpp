// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// SPIR-V specification 3.49.3, annotations.
#include "reader/handlers.h"

namespace spirv_ll {
namespace {

Result decorate(Reader& reader, const Inst& inst) {
  const Decor decor = {Decoration(inst.word(1)), inst.from(2)};
  reader.decorations.add(inst.word(0), decor);
  return nullptr;
}

Result decorate_member(Reader& reader, const Inst& inst) {
  reader.decorations.add(inst.word(0), {Decoration(inst.word(2)), inst.from(3)}, inst.word(1));
  return nullptr;
}

Result group(Reader& reader, const Inst& inst) {
  if (auto done = reader.define(inst.result, {IdKind::group, nullptr, nullptr, nullptr, 0});
      !done) {
    return fail(done.error());
  }
  return nullptr;
}

/// Copies, because adding may move the list that is read.
Decorations::List group_of(const Reader& reader, uint32_t id) {
  const auto list = reader.decorations.of(id);
  return {list.begin(), list.end()};
}

Result decorate_group(Reader& reader, const Inst& inst) {
  if (reader.ids[inst.word(0)].kind != IdKind::group) {
    return fail(id_text(inst.word(0)) + " is not a decoration group");
  }
  for (const Decor& decor : group_of(reader, inst.word(0))) {
    for (const uint32_t target : inst.from(1)) {
      reader.decorations.add(target, decor);
    }
  }
  return nullptr;
}

Result decorate_group_members(Reader& reader, const Inst& inst) {
  if (reader.ids[inst.word(0)].kind != IdKind::group) {
    return fail(id_text(inst.word(0)) + " is not a decoration group");
  }
  for (const Decor& decor : group_of(reader, inst.word(0))) {
    for (size_t i = 1; i + 1 < inst.count(); i += 2) {
      reader.decorations.add(inst.word(i), decor, inst.word(i + 1));
    }
  }
  return nullptr;
}

constexpr HandlerRow rows[] = {
    {Op::Decorate, nullptr, decorate},
    {Op::DecorateId, nullptr, decorate},
    {Op::DecorateString, nullptr, decorate},
    {Op::MemberDecorate, nullptr, decorate_member},
    {Op::MemberDecorateString, nullptr, decorate_member},
    {Op::DecorationGroup, nullptr, group},
    {Op::GroupDecorate, nullptr, decorate_group},
    {Op::GroupMemberDecorate, nullptr, decorate_group_members},
};

} // namespace

std::span<const HandlerRow> annotation_rows() { return rows; }

} // namespace spirv_ll
