// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/mux_builtins.h"

#include "vecz/work_item_memory.h"

#include <array>
#include <llvm/ADT/StringSwitch.h>

namespace compiler {
namespace {

enum class Shape {
  id,
  dimension_count,
  barrier,
  fence,
  progress,
  fact,
  local_pointer,
  local_variable,
  private_pointer,
  global_pointer,
  space_query,
  number,
  request,
  event_operation,
  block_query,
  meeting,
  clock,
  round,
  float_texel,
  int_texel,
  filtered_texel
};

struct VocabularyEntry {
  MuxBuiltin builtin;
  const char* name;
  Shape shape;
};

constexpr std::array<VocabularyEntry, mux_builtin_count> rows = {{
    {MuxBuiltin::get_global_id, "__mux_get_global_id", Shape::id},
    {MuxBuiltin::get_local_id, "__mux_get_local_id", Shape::id},
    {MuxBuiltin::get_group_id, "__mux_get_group_id", Shape::id},
    {MuxBuiltin::get_global_size, "__mux_get_global_size", Shape::id},
    {MuxBuiltin::get_local_size, "__mux_get_local_size", Shape::id},
    {MuxBuiltin::get_enqueued_local_size, "__mux_get_enqueued_local_size", Shape::id},
    {MuxBuiltin::get_num_groups, "__mux_get_num_groups", Shape::id},
    {MuxBuiltin::get_global_offset, "__mux_get_global_offset", Shape::id},
    {MuxBuiltin::get_work_dim, "__mux_get_work_dim", Shape::dimension_count},
    {MuxBuiltin::work_group_barrier, "__mux_work_group_barrier", Shape::barrier},
    {MuxBuiltin::mem_barrier, "__mux_mem_barrier", Shape::fence},
    {MuxBuiltin::progress_point, "__mux_progress_point", Shape::progress},
    {MuxBuiltin::has_fma, "__mux_has_fma", Shape::fact},
    {MuxBuiltin::has_table_permutes, "__mux_has_table_permutes", Shape::fact},
    {MuxBuiltin::has_short_table_permutes, "__mux_has_short_table_permutes", Shape::fact},
    {MuxBuiltin::has_exponent_operations, "__mux_has_exponent_operations", Shape::fact},
    {MuxBuiltin::has_fast_division, "__mux_has_fast_division", Shape::fact},
    {MuxBuiltin::has_float_estimates, "__mux_has_float_estimates", Shape::fact},
    {MuxBuiltin::has_aligned_texels, "__mux_has_aligned_texels", Shape::fact},
    {MuxBuiltin::converts_slowly, "__mux_converts_slowly", Shape::fact},
    {MuxBuiltin::has_textures, "__mux_has_textures", Shape::fact},
    {MuxBuiltin::wants_accurate_math, "__mux_wants_accurate_math", Shape::fact},
    {MuxBuiltin::has_denormals, "__mux_has_denormals", Shape::fact},
    {MuxBuiltin::get_local_block, "__mux_get_local_block", Shape::local_pointer},
    {MuxBuiltin::get_named_barrier, "__mux_get_named_barrier", Shape::local_variable},
    {MuxBuiltin::get_private_scratch, "__mux_get_private_scratch", Shape::private_pointer},
    {MuxBuiltin::get_printf_chunk, "__mux_get_printf_chunk", Shape::global_pointer},
    {MuxBuiltin::get_program_variables, "__mux_get_program_variables", Shape::global_pointer},
    {MuxBuiltin::is_in_space, "__mux_is_in_space", Shape::space_query},
    {MuxBuiltin::get_memory_bound, "__mux_get_memory_bound", Shape::id},
    {MuxBuiltin::has_debug, "__mux_has_debug", Shape::fact},
    {MuxBuiltin::get_default_queue, "__mux_get_default_queue", Shape::number},
    {MuxBuiltin::enqueue, "__mux_enqueue", Shape::request},
    {MuxBuiltin::device_event, "__mux_device_event", Shape::event_operation},
    {MuxBuiltin::query_block, "__mux_query_block", Shape::block_query},
    {MuxBuiltin::has_device_barrier, "__mux_has_device_barrier", Shape::fact},
    {MuxBuiltin::device_barrier, "__mux_device_barrier", Shape::meeting},
    {MuxBuiltin::read_clock, "__mux_read_clock", Shape::clock},
    {MuxBuiltin::get_round, "__mux_get_round", Shape::round},
    {MuxBuiltin::get_group_round, "__mux_get_group_round", Shape::round},
    {MuxBuiltin::read_texel_float, "__mux_read_texel_float", Shape::float_texel},
    {MuxBuiltin::read_texel_int, "__mux_read_texel_int", Shape::int_texel},
    {MuxBuiltin::filter_texels, "__mux_filter_texels", Shape::filtered_texel},
}};

const VocabularyEntry& row(MuxBuiltin builtin) {
  const VocabularyEntry& found = rows[static_cast<size_t>(builtin)];
  assert(found.builtin == builtin);
  return found;
}

llvm::FunctionType* type(llvm::LLVMContext& context, Shape shape) {
  auto* i32 = llvm::Type::getInt32Ty(context);
  auto* i64 = llvm::Type::getInt64Ty(context);
  auto* f32 = llvm::Type::getFloatTy(context);
  auto* none = llvm::Type::getVoidTy(context);
  auto* private_pointer = llvm::PointerType::get(context, vecz::private_space);
  switch (shape) {
  case Shape::id:
    return llvm::FunctionType::get(i64, {i32}, false);
  case Shape::dimension_count:
    return llvm::FunctionType::get(i32, false);
  case Shape::barrier:
    return llvm::FunctionType::get(none, {i32, i32, i32}, false);
  case Shape::fence:
    return llvm::FunctionType::get(none, {i32, i32}, false);
  case Shape::progress:
    return llvm::FunctionType::get(none, {i32}, false);
  case Shape::fact:
    return llvm::FunctionType::get(llvm::Type::getInt1Ty(context), false);
  case Shape::local_pointer:
  case Shape::local_variable:
    return llvm::FunctionType::get(llvm::PointerType::get(context, vecz::local_space), false);
  case Shape::global_pointer:
    return llvm::FunctionType::get(llvm::PointerType::get(context, vecz::global_space), false);
  case Shape::space_query:
    return llvm::FunctionType::get(llvm::Type::getInt1Ty(context),
                                   {llvm::PointerType::get(context, vecz::generic_space), i32},
                                   false);
  case Shape::private_pointer:
    return llvm::FunctionType::get(private_pointer, false);
  case Shape::number:
  case Shape::clock:
    return llvm::FunctionType::get(i64, false);
  case Shape::request:
    return llvm::FunctionType::get(i32, {private_pointer}, false);
  case Shape::event_operation:
    return llvm::FunctionType::get(i64, {i32, i64, i64}, false);
  case Shape::block_query:
    return llvm::FunctionType::get(i64, {i32, i32, private_pointer}, false);
  case Shape::meeting:
    return llvm::FunctionType::get(none, false);
  case Shape::round:
    return llvm::FunctionType::get(i64, {i32, i64}, false);
  case Shape::float_texel:
    return llvm::FunctionType::get(llvm::FixedVectorType::get(f32, 4), {i64, i32, i32}, false);
  case Shape::int_texel:
    return llvm::FunctionType::get(llvm::FixedVectorType::get(i32, 4), {i64, i32, i32}, false);
  case Shape::filtered_texel:
    return llvm::FunctionType::get(llvm::FixedVectorType::get(f32, 4), {i64, f32, f32}, false);
  }
  llvm_unreachable("a shape of the table");
}

/// Whether a word has no effect and always means the same to a work-item.
bool is_pure_query(Shape shape) {
  switch (shape) {
  case Shape::barrier:
  case Shape::fence:
  case Shape::progress:
  case Shape::local_variable:
  case Shape::request:
  case Shape::event_operation:
  case Shape::block_query:
  case Shape::meeting:
  case Shape::clock:
  case Shape::round:
  case Shape::float_texel: // of a texture that is there
  case Shape::int_texel:
  case Shape::filtered_texel:
    return false;
  default:
    return true;
  }
}

} // namespace

llvm::StringRef name(MuxBuiltin builtin) { return row(builtin).name; }

std::optional<MuxBuiltin> mux_builtin(const llvm::Function& function) {
  if (!function.getName().starts_with("__mux_")) {
    return std::nullopt;
  }
  for (const VocabularyEntry& candidate : rows) {
    if (function.getName() == candidate.name) {
      return candidate.builtin;
    }
  }
  return std::nullopt;
}

std::optional<MuxBuiltin> mux_builtin(const llvm::Value& value) {
  const auto* call = llvm::dyn_cast<llvm::CallInst>(&value);
  const auto* callee = call ? call->getCalledFunction() : nullptr;
  return callee ? mux_builtin(*callee) : std::nullopt;
}

llvm::Function* declare(llvm::Module& module, MuxBuiltin builtin) {
  const VocabularyEntry& wanted = row(builtin);
  if (auto* existing = module.getFunction(wanted.name)) {
    return existing;
  }
  auto* function = llvm::Function::Create(type(module.getContext(), wanted.shape),
                                          llvm::GlobalValue::ExternalLinkage, wanted.name, module);
  function->setCallingConv(llvm::CallingConv::SPIR_FUNC);
  function->setDoesNotThrow();
  if (wanted.shape == Shape::barrier || wanted.shape == Shape::meeting) {
    function->setConvergent();
  } else if (wanted.shape == Shape::progress) {
    // Not convergent: work-items need not get there together.
    function->addFnAttr(llvm::Attribute::NoDuplicate);
    function->addFnAttr(llvm::Attribute::NoMerge);
  } else if (wanted.shape == Shape::clock || wanted.shape == Shape::local_variable ||
             wanted.shape == Shape::round) {
    // Two calls may give different values, and a round has to be asked for where the kernel does.
    function->setOnlyAccessesInaccessibleMemory();
    function->setWillReturn();
  } else if (is_pure_query(wanted.shape)) {
    function->setDoesNotAccessMemory();
    function->setWillReturn();
    function->setSpeculatable();
  }
  return function;
}

llvm::CallInst* call_word(llvm::IRBuilderBase& builder, MuxBuiltin builtin,
                          llvm::ArrayRef<llvm::Value*> operands, const llvm::Twine& name) {
  llvm::Function* word = declare(*builder.GetInsertBlock()->getModule(), builtin);
  llvm::CallInst* call = builder.CreateCall(word, operands, name);
  call->setCallingConv(word->getCallingConv());
  return call;
}

llvm::Value* select_dimension(llvm::IRBuilderBase& builder, llvm::Value* dimension,
                              llvm::ArrayRef<llvm::Value*> values) {
  if (auto* constant = llvm::dyn_cast<llvm::ConstantInt>(dimension)) {
    return values[std::min<uint64_t>(constant->getZExtValue(), values.size() - 1)];
  }
  llvm::Value* chosen = values.back();
  for (size_t i = values.size() - 1; i-- > 0;) {
    chosen = builder.CreateSelect(builder.CreateICmpEQ(dimension, builder.getInt32(i)), values[i],
                                  chosen);
  }
  return chosen;
}

} // namespace compiler
