// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/group_functions/linear_local_ids.h"

#include "compiler/mux_builtins.h"
#include "kernel_metadata.h"

namespace compiler {
namespace {

/// Computes each value once, at the beginning of the kernel.
class LinearLocalIds {
public:
  explicit LinearLocalIds(llvm::Function& subject)
      : kernel(subject), size(sizes_of(subject, "reqd_work_group_size")),
        builder(&*subject.getEntryBlock().getFirstNonPHIOrDbgOrAlloca()) {}

  void run() {
    llvm::SmallVector<std::pair<llvm::CallInst*, bool>> asked; // whether for the global id
    for_each_mux_call(kernel, [&](llvm::CallInst& call, MuxBuiltin builtin) {
      if (builtin == MuxBuiltin::get_local_id || builtin == MuxBuiltin::get_global_id) {
        asked.emplace_back(&call, builtin == MuxBuiltin::get_global_id);
      }
    });
    for (auto& [call, global] : asked) {
      llvm::Value* dimension = call->getArgOperand(0);
      llvm::SmallVector<llvm::Value*, 3> ids(3, nullptr);
      for (unsigned i = 0; i < 3; ++i) {
        const auto* constant = llvm::dyn_cast<llvm::ConstantInt>(dimension);
        if (!constant || constant->equalsInt(i)) {
          ids[i] = global ? global_id(i) : local_id(i);
        }
      }
      llvm::IRBuilder<> place(call);
      call->replaceAllUsesWith(select_dimension(place, dimension, ids));
    }
    for (auto& [call, global] : asked) { // the first of which may be where others are inserted
      call->eraseFromParent();
    }
    kernel.addFnAttr(linear_local_ids);
  }

private:
  llvm::Value* ask(MuxBuiltin builtin, unsigned dimension) {
    llvm::Function* function = declare(*kernel.getParent(), builtin);
    llvm::CallInst* call = builder.CreateCall(function, {builder.getInt32(dimension)});
    call->setCallingConv(function->getCallingConv());
    return call;
  }

  llvm::Value* local_size(unsigned dimension) {
    return size[dimension] ? builder.getInt64(size[dimension])
                           : ask(MuxBuiltin::get_local_size, dimension);
  }

  /// In 32 bits, in which a packet is divided fast. No group has more work-items.
  llvm::Value* divide(llvm::Value* number, unsigned dimension, bool remainder) {
    llvm::Value* divisor = builder.CreateTrunc(local_size(dimension), builder.getInt32Ty());
    return remainder ? builder.CreateURem(number, divisor) : builder.CreateUDiv(number, divisor);
  }

  llvm::Value* local_id(unsigned dimension) {
    llvm::Value*& id = local_ids[dimension];
    if (id) {
      return id;
    }
    if (size[dimension] == 1) {
      return id = builder.getInt64(0);
    }
    const bool last = (dimension > 1 || size[2] == 1) && (dimension > 0 || size[1] == 1);
    if (dimension == 0 && last) {
      return id = linear();
    }
    llvm::Value* number = builder.CreateTrunc(linear(), builder.getInt32Ty());
    for (unsigned below = 0; below < dimension; ++below) {
      number = divide(number, below, /*remainder=*/false);
    }
    number = last ? number : divide(number, dimension, /*remainder=*/true);
    return id = builder.CreateZExt(number, builder.getInt64Ty());
  }

  llvm::Value* linear() {
    linear_id = linear_id ? linear_id : ask(MuxBuiltin::get_local_id, 0);
    return linear_id;
  }

  llvm::Value* global_id(unsigned dimension) {
    llvm::Value*& id = global_ids[dimension];
    if (!id) {
      llvm::Value* before = builder.CreateMul(ask(MuxBuiltin::get_group_id, dimension),
                                              ask(MuxBuiltin::get_enqueued_local_size, dimension));
      llvm::Value* first = builder.CreateAdd(before, ask(MuxBuiltin::get_global_offset, dimension));
      id = builder.CreateAdd(first, local_id(dimension));
    }
    return id;
  }

  llvm::Function& kernel;
  const std::array<uint64_t, 3> size; ///< of groups, zeros if not known
  llvm::IRBuilder<> builder;
  std::array<llvm::Value*, 3> local_ids = {}, global_ids = {};
  llvm::Value* linear_id = nullptr;
};

} // namespace

void use_linear_local_ids(llvm::Function& kernel) { LinearLocalIds(kernel).run(); }

} // namespace compiler
