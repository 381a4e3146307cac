// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// SPIR-V specification 3.49.4, extended instruction sets.
#include "built_ins/opencl_std.h"
#include "reader/handlers.h"

namespace spirv_ll {
namespace {

struct SetRow {
  llvm::StringRef name;
  ExtendedSet set;
};

Result import(Reader& reader, const Inst& inst) {
  static const SetRow known[] = {
      {"OpenCL.std", ExtendedSet::opencl_std},
      {"OpenCL.DebugInfo.100", ExtendedSet::debug_info},
      {"NonSemantic.Shader.DebugInfo.100", ExtendedSet::shader_debug_info},
  };
  size_t used = 0;
  const std::string name = literal_string(inst.words, used);
  auto set = ExtendedSet::non_semantic;
  bool found = llvm::StringRef(name).starts_with("NonSemantic.");
  for (const SetRow& row : known) {
    if (row.name == name) {
      set = row.set;
      found = true;
    }
  }
  if (!found) {
    return fail("the extended instruction set '" + name + "' is not supported");
  }
  if (auto done = reader.define(inst.result,
                                {IdKind::extended_set, nullptr, nullptr, nullptr, uint32_t(set)});
      !done) {
    return fail(done.error());
  }
  return nullptr;
}

/// Both sets of debug information. Nothing in them makes a module invalid.
Result debug_info(Reader& reader, const Inst& inst, ExtendedSet set) {
  const DebugInst debug = {ShaderDebugInfo(inst.word(1)), set == ExtendedSet::shader_debug_info,
                           inst.from(2)};
  Id result = {IdKind::ignored, nullptr, nullptr, nullptr, 0};
  const Id& operand = reader.ids[inst.word(2)];
  switch (debug.what) {
  case ShaderDebugInfo::DebugSource: // stands for its file's name
    if (operand.kind == IdKind::text) {
      result = operand;
    }
    break;
  case ShaderDebugInfo::DebugLine: {
    const auto line = reader.integer(inst.word(3)), column = reader.integer(inst.word(5));
    if (operand.kind == IdKind::text && line && column && reader.function.block) {
      reader.debug.set_line(reader.strings[operand.number], unsigned(*line), unsigned(*column));
    }
    break;
  }
  case ShaderDebugInfo::DebugNoLine:
    reader.debug.clear_line();
    break;
  default:
    reader.debug.note(inst.result, debug);
  }
  if (auto done = reader.define(inst.result, result); !done) {
    return fail(done.error());
  }
  return nullptr;
}

Result extended(Reader& reader, const Inst& inst) {
  const Id& set = reader.ids[inst.word(0)];
  if (set.kind != IdKind::extended_set) {
    return fail(id_text(inst.word(0)) + " is not an extended instruction set");
  }
  if (ExtendedSet(set.number) == ExtendedSet::shader_debug_info ||
      ExtendedSet(set.number) == ExtendedSet::debug_info) {
    return debug_info(reader, inst, ExtendedSet(set.number));
  }
  const bool is_opencl = ExtendedSet(set.number) == ExtendedSet::opencl_std;
  auto ids = inst.from(2);
  if (is_opencl && !ids.empty() && ends_with_literal(inst.word(1))) {
    ids = ids.first(ids.size() - 1);
  }
  for (const uint32_t id : ids) {
    if (id == 0 || (id >= reader.header.id_bound && !reader.ids.is_temporary(id))) {
      return fail("id " + id_text(id) + " is not below the bound " +
                  std::to_string(reader.header.id_bound));
    }
  }
  if (!is_opencl) {
    // Says something about the program, does nothing.
    if (auto done = reader.define(inst.result, {IdKind::ignored, nullptr, nullptr, nullptr, 0});
        !done) {
      return fail(done.error());
    }
    return nullptr;
  }
  if (!reader.function.block) {
    return fail("it has to be in a block of a function");
  }
  auto result = opencl_std(reader, inst, inst.word(1), inst.from(2));
  if (!result || !(*result)->getType()->isVoidTy()) {
    return result;
  }
  if (auto done = reader.define(inst.result, {IdKind::ignored, nullptr, nullptr, nullptr, 0});
      !done) {
    return fail(done.error());
  }
  return nullptr;
}

constexpr HandlerRow rows[] = {
    {Op::ExtInstImport, nullptr, import},
    {Op::ExtInst, nullptr, extended},
};

} // namespace

std::span<const HandlerRow> extended_rows() { return rows; }

} // namespace spirv_ll
