// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cuda_passes/order_atomics.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/NVPTXAddrSpace.h>

namespace cuda {
namespace {

using Operation = llvm::AtomicRMWInst::BinOp;

struct Name {
  Operation operation;
  llvm::StringLiteral name; ///< PTX's, up to the size in bits
};

constexpr Name names[] = {
    {Operation::Xchg, "exch.b"}, {Operation::Add, "add.u"},  {Operation::Sub, "add.u"},
    {Operation::And, "and.b"},   {Operation::Or, "or.b"},    {Operation::Xor, "xor.b"},
    {Operation::Max, "max.s"},   {Operation::Min, "min.s"},  {Operation::UMax, "max.u"},
    {Operation::UMin, "min.u"},  {Operation::FAdd, "add.f"},
};

/// Null if PTX has none for it.
const Name* name_of(const llvm::AtomicRMWInst& atomic) {
  const unsigned bits = unsigned(atomic.getType()->getPrimitiveSizeInBits());
  const Name* found =
      llvm::find_if(names, [&](const Name& row) { return row.operation == atomic.getOperation(); });
  return (bits == 32 || bits == 64) && found != std::end(names) ? found : nullptr;
}

/// Where the operation's memory is, also behind a generic pointer: LLVM has a space's pointer in
/// its place only while it generates code.
unsigned space_of(const llvm::AtomicRMWInst& atomic) {
  const llvm::Value* object = llvm::getUnderlyingObject(atomic.getPointerOperand());
  return object->getType()->getPointerAddressSpace();
}

/// The constraint letter of registers of a type, in inline assembly.
char register_of(const llvm::Type& type) {
  if (type.isFloatingPointTy()) {
    return type.isFloatTy() ? 'f' : 'd';
  }
  return type.isIntegerTy(32) ? 'r' : 'l';
}

llvm::Value* emit(llvm::IRBuilder<>& builder, llvm::AtomicRMWInst& atomic, const Name& name,
                  bool global) {
  llvm::Type* type = atomic.getType();
  llvm::Value* operand = atomic.getValOperand();
  if (atomic.getOperation() == Operation::Sub) {
    operand = builder.CreateNeg(operand);
  }
  llvm::Value* pointer = atomic.getPointerOperand();
  if (global) {
    pointer =
        builder.CreateAddrSpaceCast(pointer, builder.getPtrTy(llvm::NVPTXAS::ADDRESS_SPACE_GLOBAL));
  }
  const std::string text = (llvm::Twine("atom.sys.") + (global ? "global." : "") + name.name +
                            llvm::Twine(type->getPrimitiveSizeInBits()) + " $0, [$1], $2;")
                               .str();
  const char kind = register_of(*type);
  const std::string constraints = std::string("=") + kind + ",l," + kind + ",~{memory}";
  auto* function = llvm::FunctionType::get(type, {pointer->getType(), operand->getType()}, false);
  return builder.CreateCall(llvm::InlineAsm::get(function, text, constraints, true),
                            {pointer, operand});
}

void order(llvm::AtomicRMWInst& atomic, const Name& name) {
  const llvm::AtomicOrdering order = atomic.getOrdering();
  const unsigned space = space_of(atomic);
  const bool local = space == llvm::NVPTXAS::ADDRESS_SPACE_SHARED;
  const llvm::SyncScope::ID scope = local ? atomic.getContext().getOrInsertSyncScopeID("block")
                                          : llvm::SyncScope::ID(llvm::SyncScope::System);
  llvm::IRBuilder<> builder(&atomic);
  if (llvm::isReleaseOrStronger(order)) {
    builder.CreateFence(order == llvm::AtomicOrdering::SequentiallyConsistent
                            ? order
                            : llvm::AtomicOrdering::Release,
                        scope);
  }
  if (llvm::isAcquireOrStronger(order)) {
    builder.SetInsertPoint(atomic.getNextNode());
    builder.CreateFence(llvm::AtomicOrdering::Acquire, scope);
    builder.SetInsertPoint(&atomic);
  }
  atomic.setOrdering(llvm::AtomicOrdering::Monotonic);
  if (!local) {
    const bool global = space == llvm::NVPTXAS::ADDRESS_SPACE_GLOBAL;
    atomic.replaceAllUsesWith(emit(builder, atomic, name, global));
    atomic.eraseFromParent();
  }
}

} // namespace

bool order_atomics(llvm::Module& module) {
  bool changed = false;
  for (llvm::Function& function : module) {
    for (llvm::Instruction& instruction :
         llvm::make_early_inc_range(llvm::instructions(function))) {
      auto* atomic = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction);
      const Name* name = atomic ? name_of(*atomic) : nullptr;
      if (name) {
        order(*atomic, *name);
        changed = true;
      }
    }
  }
  return changed;
}

} // namespace cuda
