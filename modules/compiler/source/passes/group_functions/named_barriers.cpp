// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/group_functions/named_barriers.h"

#include "passes/built_ins/call_by_name.h"
#include "passes/group_functions/group_items.h"

namespace compiler {
namespace {

constexpr llvm::StringLiteral init_name = "_Z18named_barrier_initi";
constexpr llvm::StringLiteral wait_names[] = {
    "_Z24work_group_named_barrierPU3AS314__namedBarrierj",
    "_Z24work_group_named_barrierPU3AS314__namedBarrierj12memory_scope"};

/// The words of a named barrier.
enum Word : unsigned { expected, arrived, meetings };

class Body {
public:
  explicit Body(llvm::Function& of)
      : function(of), module(*of.getParent()), context(of.getContext()),
        builder(llvm::BasicBlock::Create(context, "", &function)) {}

  /// All work-items of the group make it; the first one writes.
  void make_init() {
    barrier = call_mux(MuxBuiltin::get_named_barrier, {});
    call_mux(MuxBuiltin::work_group_barrier, barrier_operands());
    on_condition(builder.CreateIsNull(linear_local_id(builder)), [&] {
      write(expected, function.getArg(0));
      write(arrived, builder.getInt32(0));
      write(meetings, builder.getInt32(0));
    });
    call_mux(MuxBuiltin::work_group_barrier, barrier_operands());
    builder.CreateRet(barrier);
    finish();
  }

  void make_wait() {
    barrier = function.getArg(0);
    order_memory();
    llvm::Value* before = read(meetings);
    llvm::Value* elected =
        call_by_name(builder, "_Z15sub_group_electv", builder.getInt32Ty(), {}, true);
    on_condition(builder.CreateIsNotNull(elected), [&] {
      llvm::Value* count = builder.CreateAdd(read(arrived), builder.getInt32(1));
      llvm::Value* is_last = builder.CreateICmpEQ(count, read(expected));
      write(arrived, builder.CreateSelect(is_last, builder.getInt32(0), count));
      write(meetings, builder.CreateAdd(before, builder.CreateZExt(is_last, before->getType())));
    });
    auto* ask = llvm::BasicBlock::Create(context, "ask", &function);
    auto* wait = llvm::BasicBlock::Create(context, "wait", &function);
    auto* met = llvm::BasicBlock::Create(context, "met", &function);
    builder.CreateBr(ask);
    builder.SetInsertPoint(ask);
    builder.CreateCondBr(builder.CreateICmpEQ(read(meetings), before), wait, met);
    builder.SetInsertPoint(wait);
    call_mux(MuxBuiltin::progress_point, {builder.getInt32(0)});
    builder.CreateBr(ask);
    builder.SetInsertPoint(met);
    order_memory();
    builder.CreateRetVoid();
    finish();
  }

private:
  llvm::Value* address(Word word) {
    return builder.CreateConstInBoundsGEP1_32(builder.getInt32Ty(), barrier, word);
  }
  /// Without atomics: a group runs on one thread, and goes on elsewhere at progress points only.
  llvm::Value* read(Word word) { return builder.CreateLoad(builder.getInt32Ty(), address(word)); }
  void write(Word word, llvm::Value* value) { builder.CreateStore(value, address(word)); }

  template <typename F> void on_condition(llvm::Value* condition, F make) {
    auto* only = llvm::BasicBlock::Create(context, "only", &function);
    auto* behind = llvm::BasicBlock::Create(context, "behind", &function);
    builder.CreateCondBr(condition, only, behind);
    builder.SetInsertPoint(only);
    make();
    builder.CreateBr(behind);
    builder.SetInsertPoint(behind);
  }

  /// Orders the sub-group's accesses before the barrier with others' accesses after it.
  void order_memory() {
    llvm::Value* flags = function.getArg(1);
    constexpr uint32_t work_group = 1, acquire_release = 4; // of OpenCL C
    llvm::Value* scope = function.arg_size() > 2 ? static_cast<llvm::Value*>(function.getArg(2))
                                                 : builder.getInt32(work_group);
    llvm::Type* none = builder.getVoidTy();
    call_by_name(builder, "_Z17sub_group_barrierj", none, {flags}, true);
    call_by_name(builder, "_Z22atomic_work_item_fencej12memory_order12memory_scope", none,
                 {flags, builder.getInt32(acquire_release), scope}, true);
  }

  llvm::SmallVector<llvm::Value*> barrier_operands() {
    constexpr uint32_t scope_work_group = 2, acquire_release_work_group_memory = 0x108; // of SPIR-V
    return {builder.getInt32(0), builder.getInt32(scope_work_group),
            builder.getInt32(acquire_release_work_group_memory)};
  }

  llvm::CallInst* call_mux(MuxBuiltin builtin, llvm::ArrayRef<llvm::Value*> arguments) {
    llvm::Function* callee = declare(module, builtin);
    llvm::CallInst* made = builder.CreateCall(callee, arguments);
    made->setCallingConv(callee->getCallingConv());
    return made;
  }

  void finish() {
    function.setLinkage(llvm::GlobalValue::InternalLinkage);
    function.removeFnAttr(llvm::Attribute::Memory);
    function.addFnAttr(llvm::Attribute::AlwaysInline);
    function.setSubprogram(nullptr); // that of a declaration
  }

  llvm::Function& function;
  llvm::Module& module;
  llvm::LLVMContext& context;
  llvm::IRBuilder<> builder;
  llvm::Value* barrier = nullptr; ///< its words
};

llvm::Function* declared(llvm::Module& module, llvm::StringRef name) {
  llvm::Function* function = module.getFunction(name);
  return function && function->isDeclaration() ? function : nullptr;
}

} // namespace

bool define_named_barriers(llvm::Module& module) {
  bool changed = false;
  if (llvm::Function* init = declared(module, init_name)) {
    Body(*init).make_init();
    changed = true;
  }
  for (const llvm::StringRef name : wait_names) {
    if (llvm::Function* wait = declared(module, name)) {
      Body(*wait).make_wait();
      changed = true;
    }
  }
  return changed;
}

bool is_named_barrier_function(llvm::StringRef name) {
  return name == init_name || llvm::is_contained(wait_names, name);
}

} // namespace compiler
