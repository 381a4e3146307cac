// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "host_passes/entry_functions.h"

#include "compiler/debug_info.h"
#include "compiler/mux_builtins.h"
#include "host/kernel_abi.h"
#include "host_passes/rounds.h"
#include "loop_hints.h"
#include "module_flags.h"
#include "passes/local_memory/local_variables.h"
#include "segments/replace_vocabulary.h"
#include "vecz/work_item_memory.h"

#include <array>
#include <llvm/IR/IntrinsicsAArch64.h>
#include <llvm/IR/IntrinsicsX86.h>
#include <llvm/IR/MDBuilder.h>
#include <llvm/Transforms/Utils/Cloning.h>

namespace host {
namespace {

constexpr llvm::StringLiteral entry_prefix = "lanewise.entry.";

using compiler::MuxBuiltin;
using Dimensions = std::array<llvm::Value*, 3>;

/// All exceptions masked, round to nearest even; and the bits that flush denormals on both sides.
constexpr uint32_t mxcsr_default = 0x1f80;
constexpr uint32_t mxcsr_flush = 0x8040;
/// FPCR of AArch64 is otherwise 0 for the same.
constexpr uint64_t fpcr_flush = uint64_t(1) << 24;

class EntryFunction {
public:
  explicit EntryFunction(llvm::Function& work_group)
      : kernel(work_group), module(*kernel.getParent()), context(kernel.getContext()),
        builder(context) {}

  void build() {
    make_function();
    builder.SetInsertPoint(llvm::BasicBlock::Create(context, "entry", entry));
    read_schedule();
    const auto arguments = unpack_arguments();
    llvm::Value* saved = enter_float_environment();
    llvm::CallInst* call = loop_over_groups(arguments);
    leave_float_environment(saved);
    builder.CreateRetVoid();

    llvm::InlineFunctionInfo info;
    [[maybe_unused]] const auto inlined = llvm::InlineFunction(*call, info);
    assert(inlined.isSuccess());
    compiler::replace_vocabulary(*entry, builder, [this](llvm::CallInst& word, MuxBuiltin builtin) {
      return meaning(word, builtin);
    });
  }

private:
  void make_function() {
    auto* pointer = llvm::PointerType::get(context, 0);
    auto* type = llvm::FunctionType::get(llvm::Type::getVoidTy(context), {pointer, pointer}, false);
    entry = llvm::Function::Create(type, llvm::GlobalValue::ExternalLinkage,
                                   entry_name(kernel.getName()), module);
    for (const char* attribute :
         {"lanewise-local-bytes", "lanewise-scratch-fixed", "lanewise-scratch-per-item",
          "lanewise-scratch-per-row", "lanewise-prints", "lanewise-sub-group-size",
          "lanewise-governing-arguments", "lanewise-free-groups", "lanewise-long-work-items",
          "lanewise-waiting-loops", "lanewise-preferred-multiple", "lanewise-quick-form",
          "lanewise-rows-of-groups"}) {
      if (kernel.hasFnAttribute(attribute)) {
        entry->addFnAttr(kernel.getFnAttribute(attribute));
      }
    }
    entry->setDoesNotThrow();
    for (unsigned i = 0; i < 2; ++i) {
      entry->addParamAttr(i, llvm::Attribute::NoAlias);
      entry->addParamAttr(i, llvm::Attribute::ReadOnly);
      entry->addParamAttr(i, llvm::Attribute::NoUndef);
    }
    entry->addParamAttr(0, llvm::Attribute::getWithAlignment(context, llvm::Align(abi_alignment)));
    entry->getArg(0)->setName("arguments");
    entry->getArg(1)->setName("schedule");
    builder.SetCurrentDebugLocation(compiler::wrap_subprogram(kernel, *entry));
  }

  llvm::LoadInst* read_field(llvm::Type* type, size_t offset, const llvm::Twine& name) {
    llvm::Value* address =
        builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), entry->getArg(1), offset);
    auto* load = builder.CreateAlignedLoad(type, address, llvm::Align(4), name);
    load->setMetadata(llvm::LLVMContext::MD_invariant_load, llvm::MDNode::get(context, {}));
    return load;
  }

  /// Sizes are at least 1, and small enough that their products do not wrap.
  Dimensions read_dimensions(size_t offset, const char* name, bool is_size) {
    llvm::MDNode* at_least_one =
        llvm::MDBuilder(context).createRange(llvm::APInt(64, 1), llvm::APInt(64, 1ull << 62));
    Dimensions values;
    for (size_t i = 0; i < 3; ++i) {
      llvm::LoadInst* value = read_field(builder.getInt64Ty(), offset + 8 * i, name);
      if (is_size) {
        value->setMetadata(llvm::LLVMContext::MD_range, at_least_one);
      }
      values[i] = value;
    }
    return values;
  }

  void read_schedule() {
    using Field = std::pair<MuxBuiltin, size_t>;
    for (const auto& [builtin, offset] :
         {Field{MuxBuiltin::get_global_size, offsetof(schedule, global_size)},
          Field{MuxBuiltin::get_global_offset, offsetof(schedule, global_offset)},
          Field{MuxBuiltin::get_num_groups, offsetof(schedule, num_groups)},
          Field{MuxBuiltin::get_local_size, offsetof(schedule, local_size)},
          Field{MuxBuiltin::get_enqueued_local_size, offsetof(schedule, enqueued_local_size)}}) {
      by_dimension[static_cast<size_t>(builtin)] =
          read_dimensions(offset, compiler::name(builtin).data() + sizeof("__mux_get"),
                          builtin != MuxBuiltin::get_global_offset);
    }
    work_dim = read_field(builder.getInt32Ty(), offsetof(schedule, work_dim), "work_dim");
    auto* pointer = llvm::PointerType::get(context, 0);
    private_scratch = read_field(pointer, offsetof(schedule, private_scratch), "private_scratch");
    local_block = read_field(llvm::PointerType::get(context, vecz::local_space),
                             offsetof(schedule, local_scratch), "local_block");
    // Each thread has blocks of its own, but within a thread every group of it uses the same one.
    for (llvm::LoadInst* block : {private_scratch, local_block}) {
      block->setMetadata(llvm::LLVMContext::MD_align, number(abi_alignment));
    }
    printf_chunk = read_field(llvm::PointerType::get(context, vecz::global_space),
                              offsetof(schedule, printf_chunk), "printf_chunk");
    abort_flag = read_field(pointer, offsetof(schedule, abort_flag), "abort_flag");
    begin = read_field(builder.getInt64Ty(), offsetof(schedule, group_begin), "group_begin");
    end = read_field(builder.getInt64Ty(), offsetof(schedule, group_end), "group_end");
  }

  /// The whole block, local arguments included.
  void zero_local_memory() {
    llvm::Value* bytes =
        read_field(builder.getInt64Ty(), offsetof(schedule, local_bytes), "local.bytes");
    builder.CreateMemSet(local_block, builder.getInt8(0), bytes, llvm::Align(abi_alignment));
  }

  llvm::MDNode* number(uint64_t value) {
    return llvm::MDNode::get(context, llvm::ConstantAsMetadata::get(builder.getInt64(value)));
  }

  llvm::SmallVector<llvm::Value*> unpack_arguments() {
    const llvm::DataLayout& layout = module.getDataLayout();
    llvm::SmallVector<llvm::Value*> arguments;
    size_t offset = 0;
    const auto place = [&](size_t size, llvm::Align alignment) {
      offset = align_up(offset, alignment.value());
      llvm::Value* address =
          builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), entry->getArg(0), offset);
      offset += size;
      return address;
    };
    const auto read = [&](llvm::Type* type) {
      const llvm::Align alignment = layout.getABITypeAlign(type);
      auto* load = builder.CreateAlignedLoad(type, place(layout.getTypeAllocSize(type), alignment),
                                             alignment);
      load->setMetadata(llvm::LLVMContext::MD_invariant_load, llvm::MDNode::get(context, {}));
      return load;
    };
    for (llvm::Argument& argument : kernel.args()) {
      auto* pointer = llvm::dyn_cast<llvm::PointerType>(argument.getType());
      if (argument.hasByValAttr()) {
        llvm::Type* type = argument.getParamByValType();
        const llvm::Align alignment =
            argument.getParamAlign().value_or(layout.getABITypeAlign(type));
        arguments.push_back(place(layout.getTypeAllocSize(type), alignment));
      } else if (pointer && pointer->getAddressSpace() == vecz::local_space) {
        arguments.push_back(builder.CreateGEP(builder.getInt8Ty(), local_block,
                                              read(builder.getInt64Ty()), argument.getName()));
      } else {
        llvm::LoadInst* value = read(argument.getType());
        if (const uint64_t bytes = argument.getDereferenceableBytes()) {
          value->setMetadata(llvm::LLVMContext::MD_dereferenceable, number(bytes));
        }
        arguments.push_back(value);
      }
    }
    return arguments;
  }

  /// Returns the operand of leave_float_environment.
  llvm::Value* enter_float_environment() {
    const bool flush = compiler::module_flag(module, "lanewise.denorms_are_zero");
    if (compiler::module_flag(module, "lanewise.is_aarch64")) {
      llvm::Value* saved = builder.CreateIntrinsic(llvm::Intrinsic::aarch64_get_fpcr, {});
      builder.CreateIntrinsic(llvm::Intrinsic::aarch64_set_fpcr,
                              {builder.getInt64(flush ? fpcr_flush : 0)});
      return saved;
    }
    const uint32_t wanted = mxcsr_default | (flush ? mxcsr_flush : 0);
    llvm::Value* saved = builder.CreateAlloca(builder.getInt32Ty(), nullptr, "mxcsr.saved");
    llvm::Value* own = builder.CreateAlloca(builder.getInt32Ty(), nullptr, "mxcsr");
    builder.CreateIntrinsic(llvm::Intrinsic::x86_sse_stmxcsr, {saved});
    builder.CreateStore(builder.getInt32(wanted), own);
    builder.CreateIntrinsic(llvm::Intrinsic::x86_sse_ldmxcsr, {own});
    return saved;
  }

  void leave_float_environment(llvm::Value* saved) {
    const llvm::Intrinsic::ID restore = compiler::module_flag(module, "lanewise.is_aarch64")
                                            ? llvm::Intrinsic::ID(llvm::Intrinsic::aarch64_set_fpcr)
                                            : llvm::Intrinsic::ID(llvm::Intrinsic::x86_sse_ldmxcsr);
    builder.CreateIntrinsic(restore, {saved});
  }

  /// The ids of the first group by division, of the others by counting with carry.
  llvm::CallInst* loop_over_groups(llvm::ArrayRef<llvm::Value*> arguments) {
    const Dimensions& groups = by_dimension[static_cast<size_t>(MuxBuiltin::get_num_groups)];
    llvm::Value* rest = builder.CreateUDiv(begin, groups[0]);
    const Dimensions first = {builder.CreateURem(begin, groups[0]),
                              builder.CreateURem(rest, groups[1]),
                              builder.CreateUDiv(rest, groups[1])};
    Rounds& rounds = repeated.emplace(kernel, arguments, builder);
    rounds.begin(MuxBuiltin::get_round);
    llvm::BasicBlock* before = builder.GetInsertBlock();
    auto* check = llvm::BasicBlock::Create(context, "group", entry);
    auto* body = llvm::BasicBlock::Create(context, "group.run", entry);
    auto* done = llvm::BasicBlock::Create(context, "done", entry);
    llvm::BasicBlock* over = rounds.exist(MuxBuiltin::get_round)
                                 ? llvm::BasicBlock::Create(context, "groups.over", entry)
                                 : done;
    builder.CreateCondBr(builder.CreateICmpULT(begin, end), check, done);

    builder.SetInsertPoint(check);
    llvm::PHINode* group = builder.CreatePHI(builder.getInt64Ty(), 2, "group");
    group->addIncoming(begin, before);
    std::array<llvm::PHINode*, 3> ids;
    for (size_t i = 0; i < 3; ++i) {
      ids[i] = builder.CreatePHI(builder.getInt64Ty(), 2, "group_id");
      ids[i]->addIncoming(first[i], before);
      group_id[i] = ids[i];
    }
    auto* abort = builder.CreateAlignedLoad(builder.getInt32Ty(), abort_flag, llvm::Align(4));
    abort->setAtomic(llvm::AtomicOrdering::Monotonic);
    builder.CreateCondBr(builder.CreateICmpEQ(abort, builder.getInt32(0)), body, done);

    builder.SetInsertPoint(body);
    if (compiler::module_flag(module, "lanewise.zero_local_memory") &&
        compiler::has_local_memory(kernel)) {
      zero_local_memory();
    }
    rounds.begin(MuxBuiltin::get_group_round);
    llvm::CallInst* call = builder.CreateCall(&kernel, arguments);
    call->setCallingConv(kernel.getCallingConv());
    rounds.end(MuxBuiltin::get_group_round);
    llvm::BasicBlock* last = builder.GetInsertBlock();
    llvm::Value* carry = builder.getInt64(1);
    for (size_t i = 0; i < 3; ++i) {
      llvm::Value* next = builder.CreateAdd(ids[i], carry);
      llvm::Value* wraps = builder.CreateICmpEQ(next, groups[i]);
      ids[i]->addIncoming(builder.CreateSelect(wraps, builder.getInt64(0), next), last);
      carry = builder.CreateZExt(wraps, builder.getInt64Ty());
    }
    llvm::Value* next = builder.CreateAdd(group, builder.getInt64(1), "", true);
    group->addIncoming(next, last);
    compiler::mark_outer_loop(builder.CreateCondBr(builder.CreateICmpULT(next, end), check, over));
    builder.SetInsertPoint(over);
    if (over != done) {
      rounds.end(MuxBuiltin::get_round);
      builder.CreateBr(done);
      builder.SetInsertPoint(done);
    }
    return call;
  }

  llvm::Value* meaning(llvm::CallInst& call, MuxBuiltin builtin) {
    switch (builtin) {
    case MuxBuiltin::get_work_dim:
      return work_dim;
    case MuxBuiltin::get_local_block:
      return local_block;
    case MuxBuiltin::get_private_scratch:
      return private_scratch;
    case MuxBuiltin::get_printf_chunk:
      return printf_chunk;
    case MuxBuiltin::get_program_variables:
      return program_variables();
    case MuxBuiltin::get_memory_bound:
      return memory_bound(compiler::MemoryBound(
          llvm::cast<llvm::ConstantInt>(call.getArgOperand(0))->getZExtValue()));
    case MuxBuiltin::get_group_id:
      return compiler::select_dimension(builder, call.getArgOperand(0), group_id);
    case MuxBuiltin::mem_barrier:
      make_fence(call);
      return nullptr;
    case MuxBuiltin::get_default_queue:
      return read_service(builder.getInt64Ty(), offsetof(device_services, default_queue));
    case MuxBuiltin::enqueue:
      return call_service(call, offsetof(device_services, enqueue));
    case MuxBuiltin::device_event:
      return call_service(call, offsetof(device_services, device_event));
    case MuxBuiltin::query_block:
      return call_service(call, offsetof(device_services, query_block));
    case MuxBuiltin::has_device_barrier:
      return builder.CreateIsNotNull(meeting());
    case MuxBuiltin::device_barrier:
      return wait_at_meeting();
    case MuxBuiltin::read_clock:
      return read_clock();
    case MuxBuiltin::get_round:
    case MuxBuiltin::get_group_round:
      return repeated->number(call);
    default:
      return compiler::select_dimension(builder, call.getArgOperand(0),
                                        by_dimension[static_cast<size_t>(builtin)]);
    }
  }

  /// Time stamp counters of x86-64 run alike on all cores; AArch64 has a counter of the system
  /// beside those of cores, which programs may not read.
  llvm::Value* read_clock() {
    return builder.CreateIntrinsic(builder.getInt64Ty(),
                                   compiler::module_flag(module, "lanewise.is_aarch64")
                                       ? llvm::Intrinsic::readsteadycounter
                                       : llvm::Intrinsic::readcyclecounter,
                                   {});
  }
  llvm::Value* services() {
    return read_field(llvm::PointerType::get(context, 0), offsetof(schedule, services), "services");
  }
  llvm::Value* read_service(llvm::Type* type, size_t offset) {
    llvm::Value* address =
        builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), services(), offset);
    return builder.CreateAlignedLoad(type, address, llvm::Align(8));
  }
  /// The word's operands behind the services themselves.
  llvm::Value* call_service(llvm::CallInst& word, size_t offset) {
    llvm::Value* function = read_service(llvm::PointerType::get(context, 0), offset);
    llvm::SmallVector<llvm::Value*> operands = {services()};
    llvm::append_range(operands, word.args());
    llvm::SmallVector<llvm::Type*> types;
    for (llvm::Value* operand : operands) {
      types.push_back(operand->getType());
    }
    auto* type = llvm::FunctionType::get(word.getType(), types, false);
    return builder.CreateCall(type, function, operands);
  }

  llvm::Value* meeting() {
    return read_field(llvm::PointerType::get(context, 0), offsetof(schedule, meeting), "meeting");
  }
  llvm::Value* wait_at_meeting() {
    auto* pointer = llvm::PointerType::get(context, 0);
    llvm::Value* place = meeting();
    llvm::Value* wait =
        builder.CreateAlignedLoad(pointer,
                                  builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), place,
                                                                     offsetof(group_meeting, wait)),
                                  llvm::Align(8));
    return builder.CreateCall(llvm::FunctionType::get(builder.getVoidTy(), {pointer}, false), wait,
                              {place});
  }

  llvm::Value* program_variables() {
    llvm::LoadInst* block = read_field(llvm::PointerType::get(context, vecz::global_space),
                                       offsetof(schedule, program_variables), "variables");
    block->setMetadata(llvm::LLVMContext::MD_align, number(abi_alignment));
    return block;
  }

  llvm::Value* memory_bound(compiler::MemoryBound which) {
    switch (which) {
    case compiler::MemoryBound::local_begin:
      return read_field(builder.getInt64Ty(), offsetof(schedule, local_scratch), "local.begin");
    case compiler::MemoryBound::local_bytes:
      return read_field(builder.getInt64Ty(), offsetof(schedule, local_bytes), "local.bytes");
    case compiler::MemoryBound::scratch_begin:
      return read_field(builder.getInt64Ty(), offsetof(schedule, private_scratch), "scratch.begin");
    case compiler::MemoryBound::scratch_bytes:
      return read_field(builder.getInt64Ty(), offsetof(schedule, private_scratch_bytes),
                        "scratch.bytes");
    case compiler::MemoryBound::stack_begin:
      return read_field(builder.getInt64Ty(), offsetof(schedule, stack), "stack.begin");
    case compiler::MemoryBound::stack_bytes:
      return builder.getInt64(kernel_stack_bytes);
    }
    llvm_unreachable("a bound of the enumeration");
  }

  /// A work-group runs on one thread: within it, only the compiler has to keep the order.
  void make_fence(llvm::CallInst& call) {
    constexpr uint64_t scope_device = 1;
    const auto* scope = llvm::dyn_cast<llvm::ConstantInt>(call.getArgOperand(0));
    const bool beyond_group = !scope || scope->getZExtValue() <= scope_device;
    builder.CreateFence(compiler::fence_order(*call.getArgOperand(1)),
                        beyond_group ? llvm::SyncScope::System : llvm::SyncScope::SingleThread);
  }

  llvm::Function& kernel;
  llvm::Module& module;
  llvm::LLVMContext& context;
  llvm::IRBuilder<> builder;
  llvm::Function* entry = nullptr;
  std::array<Dimensions, compiler::mux_builtin_count> by_dimension = {};
  Dimensions group_id = {};
  llvm::Value* work_dim = nullptr;
  llvm::LoadInst* private_scratch = nullptr;
  llvm::LoadInst* local_block = nullptr;
  llvm::Value* printf_chunk = nullptr;
  llvm::Value* abort_flag = nullptr;
  llvm::Value* begin = nullptr;
  llvm::Value* end = nullptr;
  std::optional<Rounds> repeated; ///< of the kernel's groups
};

} // namespace

std::string entry_name(llvm::StringRef kernel) { return (entry_prefix + kernel).str(); }

llvm::StringRef kernel_name(const llvm::Function& function) {
  llvm::StringRef name = function.getName();
  (void)name.consume_front(entry_prefix);
  return name;
}

bool entry_functions(llvm::Module& module) {
  return compiler::replace_kernels(module, [](llvm::Function& kernel) {
    EntryFunction(kernel).build();
    kernel.eraseFromParent();
  });
}

} // namespace host
