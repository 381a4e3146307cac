// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Atomic functions of OpenCL C 3.0: all that Clang declares are there, and of which order each
// operation is. ATOMIC_CALLS begins the names of bitcode files that call them (list_builtins.py).
#include "linking/linking.h"

#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Support/MemoryBuffer.h>

namespace {

TEST(C11Atomics, everyFunctionThatClangDeclaresIsThere) {
  for (const std::string pointers : {"named", "generic"}) {
    llvm::LLVMContext context;
    auto file = llvm::MemoryBuffer::getFile(ATOMIC_CALLS + pointers + ".bc");
    ASSERT_TRUE(file) << pointers;
    auto module = llvm::parseBitcodeFile(**file, context);
    ASSERT_TRUE(bool(module));
    size_t wanted = 0;
    for (const auto& function : **module) {
      if (function.isDeclaration() && !function.isIntrinsic()) {
        ++wanted;
        EXPECT_TRUE(library().defines(function.getName().str())) << function.getName().str();
      }
    }
    EXPECT_GT(wanted, 340u) << pointers;
    const auto linked = library().link(**module);
    ASSERT_TRUE(linked) << linked.error();
    EXPECT_FALSE(llvm::verifyModule(**module, &llvm::errs()));
  }
}

/// LLVM infers of an operation that it touches its address alone. One that acquires or releases
/// concerns all memory.
TEST(C11Atomics, ordersConcernAllMemory) {
  llvm::LLVMContext context;
  auto module = parse(R"(
declare spir_func i32 @_Z16atomic_fetch_addPU3AS1VU7_Atomicii(ptr addrspace(1), i32)
declare spir_func i32 @_Z25atomic_fetch_add_explicitPU3AS4VU7_Atomicii12memory_order12memory_scope(ptr addrspace(4), i32, i32, i32)
declare spir_func void @_Z12atomic_storePU3AS3VU7_Atomicff(ptr addrspace(3), float)
declare spir_func i64 @_Z11atomic_loadPU3AS1VU7_Atomicm(ptr addrspace(1))
declare spir_func i1 @_Z30atomic_compare_exchange_strongPU3AS1VU7_AtomiciPii(ptr addrspace(1), ptr, i32)
)",
                      context);
  std::vector<std::string> names;
  for (const auto& function : *module) {
    names.push_back(function.getName().str());
  }
  ASSERT_EQ(names.size(), 5u);
  ASSERT_TRUE(library().link(*module));
  for (const auto& name : names) {
    const auto* function = module->getFunction(name);
    EXPECT_EQ(function->getMemoryEffects(), llvm::MemoryEffects::unknown()) << name;
    EXPECT_TRUE(function->hasFnAttribute(llvm::Attribute::AlwaysInline)) << name;
    bool is_ordered = false;
    for (const llvm::Instruction& instruction : llvm::instructions(function)) {
      const auto* update = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction);
      const auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction);
      const auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction);
      const auto* exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&instruction);
      const auto order = update     ? update->getOrdering()
                         : load     ? load->getOrdering()
                         : store    ? store->getOrdering()
                         : exchange ? exchange->getSuccessOrdering()
                                    : llvm::AtomicOrdering::NotAtomic;
      is_ordered |= order == llvm::AtomicOrdering::SequentiallyConsistent;
    }
    EXPECT_TRUE(is_ordered) << name;
  }
}

} // namespace
