// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Compile units, functions, lexical blocks, inlined scopes.
#include "debug/debug_reader.h"
#include "reader/reader.h"

#include <llvm/IR/DIBuilder.h>
#include <llvm/IR/InstIterator.h>

namespace spirv_ll {
namespace {

unsigned dwarf_language(SourceLanguage language) {
  switch (language) {
  case SourceLanguage::OpenCL_CPP:
  case SourceLanguage::CPP_for_OpenCL:
  case SourceLanguage::SYCL:
    return llvm::dwarf::DW_LANG_C_plus_plus_14;
  default:
    return llvm::dwarf::DW_LANG_OpenCL;
  }
}

/// The bits of DebugInfoFlags that both grammars share.
enum : uint64_t { flag_local = 0x04, flag_definition = 0x08, flag_prototyped = 0x80 };

} // namespace

llvm::DIScope* DebugReader::scope(uint32_t id) {
  if (const auto known = made.find(id); known != made.end()) {
    return llvm::dyn_cast_or_null<llvm::DIScope>(known->second);
  }
  const DebugInst* inst = find(id);
  if (!inst || !enter(id)) {
    return nullptr;
  }
  llvm::DIScope* result = make_scope(*inst);
  leave(id);
  // A type may have come into being on the way, for its members.
  return llvm::cast_or_null<llvm::DIScope>(made.try_emplace(id, result).first->second);
}

llvm::DIScope* DebugReader::make_scope(const DebugInst& inst) {
  switch (inst.what) {
  case ShaderDebugInfo::DebugCompilationUnit:
    unit(source(inst, 2), dwarf_language(SourceLanguage(literal(inst, 3))));
    return compile_unit;
  case ShaderDebugInfo::DebugFunction:
    return make_function(inst);
  case ShaderDebugInfo::DebugLexicalBlock: {
    auto* parent = scope(inst.id(3));
    llvm::DIFile* from = source(inst, 0);
    // Blocks outside of functions are namespaces.
    return llvm::isa_and_nonnull<llvm::DILocalScope>(parent)
               ? builder->createLexicalBlock(parent, from, unsigned(literal(inst, 1)),
                                             uint16_t(literal(inst, 2)))
               : parent;
  }
  case ShaderDebugInfo::DebugLexicalBlockDiscriminator: {
    auto* parent = scope(inst.id(2));
    llvm::DIFile* from = source(inst, 0);
    return llvm::isa_and_nonnull<llvm::DILocalScope>(parent)
               ? builder->createLexicalBlockFile(parent, from, unsigned(literal(inst, 1)))
               : nullptr;
  }
  default: // types, too: type() makes them and comes here for their parents
    return nullptr;
  }
}

llvm::DIScope* DebugReader::make_function(const DebugInst& inst) {
  llvm::DIFile* from = source(inst, 2);
  // In whatever scope the function is, its definition stands in the unit, which its parent may
  // make.
  static_cast<void>(scope(inst.id(5)));
  unit(from, llvm::dwarf::DW_LANG_OpenCL);
  const uint64_t flags = literal(inst, 7);
  const bool is_local = flags & flag_local;
  return builder->createFunction(
      compile_unit, text(inst, 0), text(inst, 6), from, unsigned(literal(inst, 3)),
      subroutine_type(inst.id(1)), unsigned(literal(inst, 8)),
      flags & flag_prototyped ? llvm::DINode::FlagPrototyped : llvm::DINode::FlagZero,
      llvm::DISubprogram::SPFlagDefinition |
          (is_local ? llvm::DISubprogram::SPFlagLocalToUnit : llvm::DISubprogram::SPFlagZero));
}

llvm::DILocation* DebugReader::inlined_at(uint32_t id) {
  const DebugInst* inst = find(id);
  if (!inst || inst->what != ShaderDebugInfo::DebugInlinedAt || !enter(id)) {
    return nullptr;
  }
  llvm::DILocation* outer = inst->id(2) ? inlined_at(inst->id(2)) : nullptr;
  auto* inside = llvm::dyn_cast_or_null<llvm::DILocalScope>(scope(inst->id(1)));
  leave(id);
  const bool is_whole = inside && (outer || !inst->id(2));
  return is_whole
             ? llvm::DILocation::get(reader.context, unsigned(literal(*inst, 0)), 0, inside, outer)
             : nullptr;
}

/// Makes `subprogram` the current function's, if that has none and no other has it.
bool DebugReader::adopt(llvm::DISubprogram* subprogram) {
  llvm::Function& function = *reader.function.ir;
  if (!function.getSubprogram() && owners.try_emplace(subprogram, &function).second) {
    function.setSubprogram(subprogram);
  }
  return function.getSubprogram() == subprogram;
}

/// Calls of functions that may be inlined need some location where the caller has a subprogram.
void DebugReader::give_locations(llvm::Function& function, unsigned at_line) {
  llvm::DISubprogram* own = function.getSubprogram();
  if (!own) {
    return;
  }
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    if (llvm::isa<llvm::CallInst>(instruction) && !instruction.getDebugLoc()) {
      instruction.setDebugLoc(llvm::DILocation::get(reader.context, at_line, 0, own));
    }
  }
}

/// LLVM's translator makes an entry point of its own that calls the kernel. Without a subprogram
/// there, nothing would be left of the kernel's once it is inlined.
void DebugReader::describe_wrappers() {
  for (llvm::Function& function : reader.module) {
    const llvm::DISubprogram* called = nullptr;
    for (const llvm::Instruction& instruction : llvm::instructions(function)) {
      const auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
      const llvm::Function* callee = call ? call->getCalledFunction() : nullptr;
      called = callee && callee->getSubprogram() ? callee->getSubprogram() : called;
    }
    if (!called || function.getSubprogram()) {
      continue;
    }
    auto* nothing = builder->createSubroutineType(builder->getOrCreateTypeArray({}));
    function.setSubprogram(builder->createFunction(
        compile_unit, function.getName(), function.getName(), called->getFile(), called->getLine(),
        nothing, called->getLine(), llvm::DINode::FlagArtificial | llvm::DINode::FlagPrototyped,
        llvm::DISubprogram::SPFlagDefinition));
    give_locations(function, called->getLine());
  }
}

/// The description of the current function; if the module has none, one with no more than its name.
llvm::DISubprogram* DebugReader::own_subprogram() {
  llvm::Function& function = *reader.function.ir;
  if (llvm::DISubprogram* known = function.getSubprogram()) {
    return known;
  }
  const uint32_t description = function_description();
  auto* described =
      description ? llvm::dyn_cast_or_null<llvm::DISubprogram>(scope(description)) : nullptr;
  if (described && adopt(described)) {
    return described;
  }
  llvm::DIFile* from = file(line_file);
  unit(from, llvm::dwarf::DW_LANG_OpenCL);
  auto* type = builder->createSubroutineType(builder->getOrCreateTypeArray({}));
  auto* plain = builder->createFunction(compile_unit, function.getName(), function.getName(), from,
                                        line, type, line, llvm::DINode::FlagPrototyped,
                                        llvm::DISubprogram::SPFlagDefinition);
  function.setSubprogram(plain);
  return plain;
}

/// Null if the scope, or what it was inlined into, is not of the current function.
llvm::DILocation* DebugReader::location_in(uint32_t scope_id, uint32_t inlined_id, unsigned at_line,
                                           unsigned at_column) {
  auto* inside = scope_id ? llvm::dyn_cast_or_null<llvm::DILocalScope>(scope(scope_id)) : nullptr;
  llvm::DILocation* outer = inlined_id ? inlined_at(inlined_id) : nullptr;
  if (!inside || (inlined_id && !outer)) {
    return nullptr;
  }
  auto* place = llvm::DILocation::get(reader.context, at_line, at_column, inside, outer);
  llvm::DISubprogram* own = place->getInlinedAtScope()->getSubprogram();
  const uint32_t description = function_description();
  if (description && scope(description) != own) {
    return nullptr;
  }
  return adopt(own) ? place : nullptr;
}

} // namespace spirv_ll
