// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cuda_passes/kernel_functions.h"

#include "compiler/debug_info.h"
#include "compiler/mux_builtins.h"
#include "cuda/kernel_abi.h"
#include "cuda_passes/zero_local_memory.h"
#include "kernel_metadata.h"
#include "module_flags.h"
#include "passes/local_memory/local_variables.h"
#include "segments/replace_vocabulary.h"
#include "vecz/waiting_loops.h"
#include "vecz/work_item_memory.h"

#include <array>
#include <llvm/ADT/StringExtras.h>
#include <llvm/IR/IntrinsicsNVPTX.h>
#include <llvm/Transforms/Utils/Cloning.h>

namespace cuda {
namespace {

using compiler::MuxBuiltin;
using Dimensions = std::array<llvm::Value*, 3>;

/// SPIR-V's numbers.
enum class Scope : uint64_t { cross_device, device, work_group, sub_group, work_item };

class KernelFunction {
public:
  explicit KernelFunction(llvm::Function& of)
      : kernel(of), module(*of.getParent()), context(of.getContext()), builder(context),
        waits(vecz::waits_for_others(of)) {}

  void build() {
    make_function();
    builder.SetInsertPoint(llvm::BasicBlock::Create(context, "entry", function));
    const auto arguments = unpack_arguments();
    if (compiler::module_flag(module, "lanewise.zero_local_memory") &&
        compiler::has_local_memory(kernel)) {
      zero_local_memory(builder, *local_block());
    }
    llvm::CallInst* call = builder.CreateCall(&kernel, arguments);
    call->setCallingConv(kernel.getCallingConv());
    builder.CreateRetVoid();
    llvm::InlineFunctionInfo info;
    [[maybe_unused]] const auto inlined = llvm::InlineFunction(*call, info);
    assert(inlined.isSuccess());
    compiler::replace_vocabulary(
        *function, builder,
        [this](llvm::CallInst& word, MuxBuiltin builtin) { return meaning(word, builtin); });
    const std::string name = kernel.getName().str();
    kernel.eraseFromParent();
    function->setName(name);
  }

private:
  void make_function() {
    llvm::SmallVector<llvm::Type*> parameters;
    for (const llvm::Argument& argument : kernel.args()) {
      parameters.push_back(vecz::is_local_pointer(argument) ? builder.getInt64Ty()
                                                            : argument.getType());
    }
    parameters.push_back(builder.getPtrTy());
    function =
        llvm::Function::Create(llvm::FunctionType::get(builder.getVoidTy(), parameters, false),
                               llvm::GlobalValue::ExternalLinkage, "", module);
    function->setCallingConv(llvm::CallingConv::PTX_Kernel);
    function->setDoesNotThrow();
    for (const char* attribute :
         {"lanewise-local-bytes", "lanewise-prints", "lanewise-sub-group-size"}) {
      if (kernel.hasFnAttribute(attribute)) {
        function->addFnAttr(kernel.getFnAttribute(attribute));
      }
    }
    const auto required = compiler::sizes_of(kernel, "reqd_work_group_size");
    if (required[0] != 0) {
      const auto numbers =
          llvm::map_range(required, [](uint64_t size) { return std::to_string(size); });
      function->addFnAttr("nvvm.reqntid", llvm::join(numbers, ","));
    } else {
      function->addFnAttr("nvvm.maxntid", std::to_string(max_work_group_size));
    }
    name_parameters();
    builder.SetCurrentDebugLocation(compiler::wrap_subprogram(kernel, *function));
  }

  void name_parameters() {
    for (const llvm::Argument& argument : kernel.args()) {
      llvm::Argument& parameter = *function->getArg(argument.getArgNo());
      parameter.setName(argument.getName());
      if (!vecz::is_local_pointer(argument)) {
        function->addParamAttrs(
            argument.getArgNo(),
            llvm::AttrBuilder(context, kernel.getAttributes().getParamAttrs(argument.getArgNo())));
      }
    }
    const auto last = unsigned(kernel.arg_size());
    function->getArg(last)->setName("launch");
    function->addParamAttr(last,
                           llvm::Attribute::getWithByValType(
                               context, llvm::ArrayType::get(builder.getInt8Ty(), sizeof(launch))));
    function->addParamAttr(
        last, llvm::Attribute::getWithAlignment(context, llvm::Align(launch_alignment)));
  }

  llvm::SmallVector<llvm::Value*> unpack_arguments() {
    llvm::SmallVector<llvm::Value*> arguments;
    for (const llvm::Argument& argument : kernel.args()) {
      llvm::Value* parameter = function->getArg(argument.getArgNo());
      arguments.push_back(
          vecz::is_local_pointer(argument)
              ? builder.CreateGEP(builder.getInt8Ty(), local_block(), parameter, argument.getName())
              : parameter);
    }
    return arguments;
  }

  llvm::Value* local_block() {
    constexpr const char* name = "lanewise_local";
    llvm::GlobalVariable* block = module.getGlobalVariable(name);
    if (!block) {
      block = new llvm::GlobalVariable(module, llvm::ArrayType::get(builder.getInt8Ty(), 0), false,
                                       llvm::GlobalValue::ExternalLinkage, nullptr, name, nullptr,
                                       llvm::GlobalValue::NotThreadLocal, 3);
      block->setAlignment(llvm::Align(local_alignment));
    }
    return block;
  }

  llvm::Value* field(llvm::Type* type, size_t offset, const llvm::Twine& name) {
    llvm::Value* address = builder.CreateConstInBoundsGEP1_64(
        builder.getInt8Ty(), function->getArg(function->arg_size() - 1), offset);
    llvm::LoadInst* load = builder.CreateAlignedLoad(
        type, address, llvm::commonAlignment(llvm::Align(launch_alignment), offset), name);
    load->setMetadata(llvm::LLVMContext::MD_invariant_load, llvm::MDNode::get(context, {}));
    return load;
  }

  llvm::Value* field(llvm::CallInst& call, size_t offset, const llvm::Twine& name) {
    Dimensions values;
    for (size_t i = 0; i < values.size(); ++i) {
      values[i] = field(builder.getInt64Ty(), offset + 8 * i, name);
    }
    return compiler::select_dimension(builder, call.getArgOperand(0), values);
  }

  /// A register of each dimension, as 64 bits.
  llvm::Value* read_registers(llvm::CallInst& call,
                              const std::array<llvm::Intrinsic::ID, 3>& registers) {
    Dimensions values;
    for (size_t i = 0; i < values.size(); ++i) {
      values[i] =
          builder.CreateZExt(builder.CreateIntrinsic(registers[i], {}), builder.getInt64Ty());
    }
    return compiler::select_dimension(builder, call.getArgOperand(0), values);
  }

  llvm::Value* local_id(llvm::CallInst& call) {
    return read_registers(call, {llvm::Intrinsic::nvvm_read_ptx_sreg_tid_x,
                                 llvm::Intrinsic::nvvm_read_ptx_sreg_tid_y,
                                 llvm::Intrinsic::nvvm_read_ptx_sreg_tid_z});
  }
  llvm::Value* local_size(llvm::CallInst& call) {
    return read_registers(call, {llvm::Intrinsic::nvvm_read_ptx_sreg_ntid_x,
                                 llvm::Intrinsic::nvvm_read_ptx_sreg_ntid_y,
                                 llvm::Intrinsic::nvvm_read_ptx_sreg_ntid_z});
  }
  llvm::Value* block_id(llvm::CallInst& call) {
    return read_registers(call, {llvm::Intrinsic::nvvm_read_ptx_sreg_ctaid_x,
                                 llvm::Intrinsic::nvvm_read_ptx_sreg_ctaid_y,
                                 llvm::Intrinsic::nvvm_read_ptx_sreg_ctaid_z});
  }
  llvm::Value* group_id(llvm::CallInst& call) {
    return builder.CreateNUWAdd(block_id(call),
                                field(call, offsetof(launch, first_group), "first_group"));
  }
  /// The block's size is that of the thread's own group. A smaller group is the only one of its
  /// grid in that dimension, and so block 0.
  llvm::Value* global_id(llvm::CallInst& call) {
    llvm::Value* in_block =
        builder.CreateAdd(local_id(call), field(call, offsetof(launch, first_id), "first_id"));
    return builder.CreateAdd(builder.CreateNUWMul(block_id(call), local_size(call)), in_block);
  }

  llvm::Value* meaning(llvm::CallInst& call, MuxBuiltin builtin) {
    switch (builtin) {
    case MuxBuiltin::get_global_id:
      return global_id(call);
    case MuxBuiltin::get_local_id:
      return local_id(call);
    case MuxBuiltin::get_group_id:
      return group_id(call);
    case MuxBuiltin::get_local_size:
      return local_size(call);
    case MuxBuiltin::get_global_size:
      return field(call, offsetof(launch, global_size), "global_size");
    case MuxBuiltin::get_enqueued_local_size:
      return field(call, offsetof(launch, enqueued_local_size), "enqueued_local_size");
    case MuxBuiltin::get_num_groups:
      return field(call, offsetof(launch, num_groups), "num_groups");
    case MuxBuiltin::get_global_offset:
      return field(call, offsetof(launch, global_offset), "global_offset");
    case MuxBuiltin::get_work_dim:
      return field(builder.getInt32Ty(), offsetof(launch, work_dim), "work_dim");
    case MuxBuiltin::work_group_barrier:
      make_barrier(call);
      return nullptr;
    case MuxBuiltin::mem_barrier:
      make_fence(*call.getArgOperand(0), *call.getArgOperand(1));
      return nullptr;
    case MuxBuiltin::get_local_block:
      return local_block();
    case MuxBuiltin::get_printf_chunk:
      return field(call.getType(), offsetof(launch, printf_chunk), "printf_chunk");
    case MuxBuiltin::get_program_variables:
      return field(call.getType(), offsetof(launch, program_variables), "program_variables");
    case MuxBuiltin::is_in_space:
      return is_in_space(call);
    case MuxBuiltin::read_clock:
      return builder.CreateIntrinsic(llvm::Intrinsic::nvvm_read_ptx_sreg_globaltimer, {});
    default:
      llvm_unreachable("no pass of this target's pipeline leaves it");
    }
  }

  /// As memory has it, in which constant memory is global.
  llvm::Value* is_in_space(llvm::CallInst& call) {
    llvm::Value* address =
        builder.CreateAddrSpaceCast(call.getArgOperand(0), builder.getPtrTy(0), "address");
    const auto is = [&](llvm::Intrinsic::ID space) {
      return builder.CreateIntrinsic(space, {address});
    };
    switch (llvm::cast<llvm::ConstantInt>(call.getArgOperand(1))->getZExtValue()) {
    case 0:
      return is(llvm::Intrinsic::nvvm_isspacep_local);
    case 3:
      return is(llvm::Intrinsic::nvvm_isspacep_shared);
    default:
      return builder.CreateNot(builder.CreateOr(is(llvm::Intrinsic::nvvm_isspacep_local),
                                                is(llvm::Intrinsic::nvvm_isspacep_shared)));
    }
  }

  /// The instruction orders memory among the work-items of the group. The aligned one promises that
  /// the threads of a warp come to it together. NVIDIA's assembler brings them together as early as
  /// it can, also before a store behind a loop for which others of the warp wait in that loop.
  void make_barrier(llvm::CallInst& call) {
    if (beyond_group(*call.getArgOperand(1))) {
      make_fence(*call.getArgOperand(1), *call.getArgOperand(2));
    }
    builder.CreateIntrinsic(waits ? llvm::Intrinsic::nvvm_barrier_cta_sync_all
                                  : llvm::Intrinsic::nvvm_barrier_cta_sync_aligned_all,
                            {builder.getInt32(0)});
  }

  static Scope scope_of(const llvm::Value& scope) {
    const auto* number = llvm::dyn_cast<llvm::ConstantInt>(&scope);
    return number ? Scope(number->getZExtValue()) : Scope::cross_device;
  }
  static bool beyond_group(const llvm::Value& scope) { return scope_of(scope) <= Scope::device; }

  void make_fence(const llvm::Value& scope, const llvm::Value& semantics) {
    const llvm::AtomicOrdering order = compiler::fence_order(semantics);
    switch (scope_of(scope)) {
    case Scope::cross_device:
      builder.CreateFence(order, llvm::SyncScope::System);
      break;
    case Scope::device:
      builder.CreateFence(order, context.getOrInsertSyncScopeID("device"));
      break;
    default:
      builder.CreateFence(order, context.getOrInsertSyncScopeID("block"));
    }
  }

  llvm::Function& kernel;
  llvm::Module& module;
  llvm::LLVMContext& context;
  llvm::IRBuilder<> builder;
  bool waits; ///< a thread may wait for another of its warp
  llvm::Function* function = nullptr;
};

} // namespace

bool kernel_functions(llvm::Module& module) {
  return compiler::replace_kernels(module,
                                   [](llvm::Function& kernel) { KernelFunction(kernel).build(); });
}

} // namespace cuda
