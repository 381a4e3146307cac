// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Local variables: where they live, which value they have.
#include "debug/debug_reader.h"
#include "reader/reader.h"

#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/IR/DIBuilder.h>

namespace spirv_ll {
namespace {

struct OperationRow {
  uint32_t number; ///< in both sets
  uint64_t operation;
  unsigned operands;
};
constexpr OperationRow operations[] = {
    {0, llvm::dwarf::DW_OP_deref, 0},         {1, llvm::dwarf::DW_OP_plus, 0},
    {2, llvm::dwarf::DW_OP_minus, 0},         {3, llvm::dwarf::DW_OP_plus_uconst, 1},
    {4, llvm::dwarf::DW_OP_LLVM_fragment, 2}, {5, llvm::dwarf::DW_OP_swap, 0},
    {6, llvm::dwarf::DW_OP_xderef, 0},        {7, llvm::dwarf::DW_OP_stack_value, 0},
    {8, llvm::dwarf::DW_OP_constu, 1},        {9, llvm::dwarf::DW_OP_LLVM_fragment, 2},
};

/// "constu n, swap, xderef" says that an address is in address space n. There is one space here.
void drop_address_space(llvm::SmallVectorImpl<uint64_t>& elements) {
  const size_t size = elements.size();
  if (size >= 4 && elements[size - 4] == llvm::dwarf::DW_OP_constu &&
      elements[size - 2] == llvm::dwarf::DW_OP_swap &&
      elements[size - 1] == llvm::dwarf::DW_OP_xderef) {
    elements.pop_back_n(4);
  }
}

} // namespace

llvm::DIExpression* DebugReader::expression(uint32_t id) {
  llvm::SmallVector<uint64_t, 8> elements;
  const DebugInst* inst = find(id);
  if (inst && inst->what == ShaderDebugInfo::DebugExpression) {
    for (const uint32_t operand : inst->operands) {
      const DebugInst* operation = find(operand);
      if (!operation || operation->what != ShaderDebugInfo::DebugOperation) {
        return nullptr;
      }
      const uint64_t number = literal(*operation, 0);
      const auto* row = llvm::find_if(operations, [&](auto& r) { return r.number == number; });
      if (row == std::end(operations)) {
        return nullptr;
      }
      elements.push_back(row->operation);
      for (unsigned i = 0; i < row->operands; ++i) {
        elements.push_back(literal(*operation, i + 1));
      }
    }
  }
  drop_address_space(elements);
  auto* result = llvm::DIExpression::get(reader.context, elements);
  return result->isValid() ? result : nullptr;
}

llvm::DILocalVariable* DebugReader::variable(uint32_t id) {
  if (const auto known = made.find(id); known != made.end()) {
    return llvm::dyn_cast_or_null<llvm::DILocalVariable>(known->second);
  }
  const DebugInst* inst = find(id);
  if (!inst || inst->what != ShaderDebugInfo::DebugLocalVariable) {
    return nullptr;
  }
  auto* inside = llvm::dyn_cast_or_null<llvm::DILocalScope>(scope(inst->id(5)));
  llvm::DIType* of = type(inst->id(1));
  llvm::DILocalVariable* result = nullptr;
  if (inside && of) {
    llvm::DIFile* from = source(*inst, 2);
    const auto at = unsigned(literal(*inst, 3));
    const uint64_t number = literal(*inst, 7);
    result = number > 0 && number < 0xffff
                 ? builder->createParameterVariable(inside, text(*inst, 0), unsigned(number), from,
                                                    at, of, true)
                 : builder->createAutoVariable(inside, text(*inst, 0), from, at, of, true);
  }
  made[id] = result;
  return result;
}

/// The current location if it is in the variable's function (which may have been inlined), or the
/// variable's own line; null if the variable is of another function.
llvm::DILocation* DebugReader::location_for(const llvm::DILocalVariable& subject) {
  llvm::DISubprogram* owner = subject.getScope()->getSubprogram();
  if (auto* here = reader.builder.getCurrentDebugLocation().get();
      here && here->getScope()->getSubprogram() == owner) {
    return here;
  }
  if (auto* here = location_in(current_scope, current_inlined_at, subject.getLine(), 0);
      here && here->getScope()->getSubprogram() == owner) {
    return here;
  }
  return own_subprogram() == owner
             ? llvm::DILocation::get(reader.context, subject.getLine(), 0, subject.getScope())
             : nullptr;
}

void DebugReader::declare(const DebugInst& inst) {
  llvm::DILocalVariable* subject = variable(inst.id(0));
  llvm::DIExpression* how = expression(inst.id(2));
  const Id& storage = reader.ids[inst.id(1)];
  if (!subject || !how || storage.kind != IdKind::value || !storage.value ||
      !storage.value->getType()->isPointerTy()) {
    return;
  }
  if (llvm::DILocation* place = location_for(*subject)) {
    builder->insertDeclare(storage.value, subject, how, place, reader.builder.GetInsertBlock());
  }
}

void DebugReader::value(const DebugInst& inst) {
  llvm::DILocalVariable* subject = variable(inst.id(0));
  llvm::DIExpression* how = expression(inst.id(2));
  const Id& given = reader.ids[inst.id(1)];
  if (!subject || !how || given.kind != IdKind::value || !given.value ||
      given.value->getType()->isVoidTy()) {
    return;
  }
  if (llvm::DILocation* place = location_for(*subject)) {
    builder->insertDbgValueIntrinsic(given.value, subject, how, place,
                                     reader.builder.GetInsertBlock());
  }
}

} // namespace spirv_ll
