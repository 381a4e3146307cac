// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The `__mux_*` vocabulary in IR: functions whose results only the target, or a launch, can know.
// The library of built-ins calls them, and passes replace them
// (doc/specifications/mux-compiler.md).
#ifndef COMPILER_MUX_BUILTINS_H
#define COMPILER_MUX_BUILTINS_H

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <optional>

namespace compiler {

enum class MuxBuiltin {
  get_global_id, ///< i64(i32 dimension), dimension below 3, as all the `get_` ones
  get_local_id,
  get_group_id,
  get_global_size,
  get_local_size,
  get_enqueued_local_size,
  get_num_groups,
  get_global_offset,
  get_work_dim,             ///< i32()
  work_group_barrier,       ///< void(i32 id, i32 scope, i32 semantics)
  mem_barrier,              ///< void(i32 scope, i32 semantics)
  progress_point,           ///< void(i32 id): other work-items of the group run here
  has_fma,                  ///< i1(), a fact of the target
  has_table_permutes,       ///< i1(), a fact of the target
  has_short_table_permutes, ///< i1(), a fact of the target
  has_exponent_operations,  ///< i1(), a fact of the target
  has_fast_division,        ///< i1(), a fact of the target
  has_float_estimates,      ///< i1(), a fact of the target
  has_aligned_texels,       ///< i1(), a fact of the target
  converts_slowly,          ///< i1(), a fact of the target
  has_textures,             ///< i1(), a fact of the target
  wants_accurate_math,      ///< i1(): whether the program was compiled with -lanewise-math=accurate
  has_denormals,            ///< i1(), likewise
  get_local_block,          ///< ptr addrspace(3) (): the group's block of local memory
  get_named_barrier,   ///< ptr addrspace(3) (): local memory of a named barrier, for each call its
                       ///< own
  get_private_scratch, ///< ptr (): memory for what work-items keep across barriers
  get_printf_chunk,    ///< ptr addrspace(1) (): where to print to (builtins/printf.h), or null
  get_program_variables, ///< ptr addrspace(1) (): the block of the program's variables
  is_in_space,        ///< i1(ptr addrspace(4), i32 space): whether it points into space 0, 1 or 3
  get_memory_bound,   ///< i64(i32 MemoryBound)
  has_debug,          ///< i1(): whether the program was compiled with -g
  get_default_queue,  ///< i64(): the default queue on the device, or 0
  enqueue,            ///< i32(ptr request): takes a launch (builtins/enqueue.h)
  device_event,       ///< i64(i32 operation, i64 event, i64 operand), likewise
  query_block,        ///< i64(i32 kernel, i32 query, ptr range), likewise
  has_device_barrier, ///< i1(): whether all groups of the launch run at the same time
  device_barrier,     ///< void(): waits for all groups; one work-item of each calls it, and only if
                      ///< has_device_barrier
  read_clock,         ///< i64(): ticks of a clock that all of the device share
  get_round, ///< i64(i32 level, i64 rounds): the number of this one of so many rounds, in which
             ///< the work-groups of a range run again; at most three levels, from outside
  get_group_round,  ///< likewise, in which one work-group runs again, inside of those of a range
  read_texel_float, ///< <4 x float>(i64 texture, i32 x, i32 y), reached only if has_textures
  read_texel_int,   ///< <4 x i32>(i64 texture, i32 x, i32 y), likewise
  filter_texels,    ///< <4 x float>(i64 texture, float x, float y), likewise
};
inline constexpr unsigned mux_builtin_count = 43;

/// The bounds of a running work-group's memory: first addresses and sizes, in bytes, of the local
/// block and of the two places of private memory. Targets use them to tell the space of a generic
/// pointer by its address.
enum class MemoryBound : unsigned {
  local_begin,
  local_bytes,
  scratch_begin,
  scratch_bytes,
  stack_begin,
  stack_bytes
};
inline constexpr unsigned memory_bound_count = 6;

[[nodiscard]] llvm::StringRef name(MuxBuiltin builtin);

/// The function of the vocabulary that `function` is, if it is one.
[[nodiscard]] std::optional<MuxBuiltin> mux_builtin(const llvm::Function& function);
/// The function of the vocabulary that a call calls directly, if it does.
[[nodiscard]] std::optional<MuxBuiltin> mux_builtin(const llvm::Value& call);

/// Its declaration in `module`, made if need be.
[[nodiscard]] llvm::Function* declare(llvm::Module& module, MuxBuiltin builtin);

/// Calls it where the builder stands, with the calling convention that it has.
llvm::CallInst* call_word(llvm::IRBuilderBase& builder, MuxBuiltin builtin,
                          llvm::ArrayRef<llvm::Value*> operands, const llvm::Twine& name = "");

/// Calls `visit(CallInst&, MuxBuiltin)` for every direct call of the vocabulary in `function`;
/// `visit` may erase the call.
template <typename F> void for_each_mux_call(llvm::Function& function, F visit) {
  for (llvm::BasicBlock& block : function) {
    for (llvm::Instruction& instruction : llvm::make_early_inc_range(block)) {
      if (auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction)) {
        if (const auto builtin = mux_builtin(*call)) {
          visit(*call, *builtin);
        }
      }
    }
  }
}

/// `values[dimension]` as IR: the value itself for a constant, selects otherwise.
[[nodiscard]] llvm::Value* select_dimension(llvm::IRBuilderBase& builder, llvm::Value* dimension,
                                            llvm::ArrayRef<llvm::Value*> values);

} // namespace compiler

#endif
