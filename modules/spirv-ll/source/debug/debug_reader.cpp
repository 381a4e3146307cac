// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Instructions of the debug sets as they come, files, lines.
#include "debug/debug_reader.h"

#include "reader/reader.h"

#include <llvm/IR/DIBuilder.h>

namespace spirv_ll {

DebugReader::DebugReader(Reader& of) : reader(of) {}
DebugReader::~DebugReader() = default;

bool DebugReader::enter(uint32_t id) {
  return making.size() < max_nesting && making.insert(id).second;
}

const DebugInst* DebugReader::find(uint32_t id) const {
  const auto found = instructions.find(id);
  return found == instructions.end() ? nullptr : &found->second;
}

uint32_t DebugReader::function_description() const {
  const auto found = function_descriptions.find(reader.function.id);
  return found == function_descriptions.end() ? 0 : found->second;
}

uint64_t DebugReader::constant(uint32_t id) {
  const auto number = reader.ids[id].kind == IdKind::value
                          ? reader.integer(id)
                          : cargo::expected<uint64_t, std::string>(uint64_t(0));
  return number ? *number : 0;
}

uint64_t DebugReader::literal(const DebugInst& inst, size_t i) {
  return inst.is_shader ? constant(inst.id(i)) : inst.id(i);
}

std::string DebugReader::text(const DebugInst& inst, size_t i) {
  const Id& id = reader.ids[inst.id(i)];
  return id.kind == IdKind::text ? reader.strings[id.number] : "";
}

llvm::DIFile* DebugReader::file(const std::string& path) {
  if (!builder) {
    builder = std::make_unique<llvm::DIBuilder>(reader.module);
  }
  const auto [folder, name] = llvm::StringRef(path).rsplit('/');
  return name.empty() ? builder->createFile(path, "") : builder->createFile(name, folder);
}

/// The operand is a DebugSource, which stands for its file's name (extended.cpp).
llvm::DIFile* DebugReader::source(const DebugInst& inst, size_t i) { return file(text(inst, i)); }

void DebugReader::unit(llvm::DIFile* of, unsigned language) {
  if (!compile_unit) {
    reader.module.addModuleFlag(llvm::Module::Warning, "Debug Info Version",
                                llvm::DEBUG_METADATA_VERSION);
    compile_unit = builder->createCompileUnit(llvm::DISourceLanguageName(uint16_t(language)), of,
                                              "spirv-ll", true, "", 0);
  }
}

void DebugReader::note(uint32_t id, const DebugInst& inst) {
  instructions.try_emplace(id, inst);
  switch (inst.what) {
  case ShaderDebugInfo::DebugCompilationUnit:
    first_unit = first_unit ? first_unit : id;
    return;
  case ShaderDebugInfo::DebugFunction:
    if (!inst.is_shader) {
      function_descriptions.try_emplace(inst.id(9), id);
    }
    return;
  case ShaderDebugInfo::DebugFunctionDefinition:
    function_descriptions.try_emplace(inst.id(1), inst.id(0));
    return;
  default:
    break;
  }
  if (!reader.function.block) {
    return;
  }
  switch (inst.what) {
  case ShaderDebugInfo::DebugScope:
    current_scope = inst.id(0);
    current_inlined_at = inst.id(1);
    update_location();
    break;
  case ShaderDebugInfo::DebugNoScope:
    current_scope = current_inlined_at = 0;
    update_location();
    break;
  case ShaderDebugInfo::DebugDeclare:
    declare(inst);
    break;
  case ShaderDebugInfo::DebugValue:
    value(inst);
    break;
  default:
    break;
  }
}

void DebugReader::set_line(const std::string& path, unsigned at_line, unsigned at_column) {
  if (!reader.function.ir) {
    return; // a line of a global variable
  }
  line_file = path;
  line = at_line;
  column = at_column;
  has_line = true;
  update_location();
}

void DebugReader::clear_line() {
  has_line = false;
  reader.builder.SetCurrentDebugLocation({});
}

void DebugReader::end_block() {
  current_scope = current_inlined_at = 0;
  clear_line();
}

void DebugReader::end_function() {
  end_block();
  give_locations(*reader.function.ir, 0);
}

void DebugReader::update_location() {
  if (!has_line) {
    reader.builder.SetCurrentDebugLocation({});
    return;
  }
  llvm::DILocation* place = location_in(current_scope, current_inlined_at, line, column);
  if (!place) {
    place = llvm::DILocation::get(reader.context, line, column, own_subprogram());
  }
  reader.builder.SetCurrentDebugLocation(place);
}

void DebugReader::finish() {
  static_cast<void>(scope(first_unit)); // also if nothing is in it
  if (builder) {
    describe_wrappers();
    builder->finalize();
  }
}

} // namespace spirv_ll
