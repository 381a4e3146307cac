// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Helpers for targets that replace the vocabulary (compiler/mux_builtins.h) by their own.
#ifndef COMPILER_REPLACE_VOCABULARY_H
#define COMPILER_REPLACE_VOCABULARY_H

#include "compiler/mux_builtins.h"

#include <llvm/IR/IRBuilder.h>

namespace compiler {

/// Replaces each word in `function` by what `meaning(call, word)` gives, which is null where there
/// is no value. `builder` stands at the word then, with its place in the source.
template <typename F>
void replace_vocabulary(llvm::Function& function, llvm::IRBuilder<>& builder, F meaning) {
  for_each_mux_call(function, [&](llvm::CallInst& call, MuxBuiltin builtin) {
    builder.SetInsertPoint(&call);
    builder.SetCurrentDebugLocation(call.getDebugLoc());
    if (llvm::Value* value = meaning(call, builtin)) {
      call.replaceAllUsesWith(value);
    }
    call.eraseFromParent();
  });
}

/// Makes the target's form of each kernel of the neutral dialect by `make(kernel)`, which may erase
/// it, and removes words that nobody uses any more. False if there is no kernel.
bool replace_kernels(llvm::Module& module, llvm::function_ref<void(llvm::Function&)> make);

/// The order that SPIR-V's memory semantics, an i32, ask for. Of those of which nothing is known,
/// the strongest one.
[[nodiscard]] llvm::AtomicOrdering fence_order(const llvm::Value& semantics);

} // namespace compiler

#endif
