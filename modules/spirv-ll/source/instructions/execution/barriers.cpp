// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// SPIR-V specification 3.49.20, barriers: functions of OpenCL C; and the meaning of scopes and
// semantics.
#include "instructions/scopes.h"
#include "reader/handlers.h"

namespace spirv_ll {

cargo::expected<Scope, std::string> scope(Reader& reader, uint32_t id) {
  const auto number = reader.integer(id);
  if (!number) {
    return fail("the scope " + number.error());
  }
  if (*number > uint64_t(Scope::Invocation)) {
    return fail("there is no scope " + std::to_string(*number));
  }
  return Scope(*number);
}

cargo::expected<uint32_t, std::string> semantics(Reader& reader, uint32_t id) {
  const auto number = reader.integer(id);
  if (!number || *number > 0xffffffff) {
    return fail("the memory semantics " + (number ? "are too large" : number.error()));
  }
  return uint32_t(*number);
}

bool is_wide(Scope scope) { return scope == Scope::CrossDevice || scope == Scope::Device; }

llvm::AtomicOrdering ordering(uint32_t bits, Scope scope) {
  if (bits & MemorySemanticsBits::SequentiallyConsistent) {
    return is_wide(scope) ? llvm::AtomicOrdering::SequentiallyConsistent
                          : llvm::AtomicOrdering::AcquireRelease;
  }
  const bool both = bits & MemorySemanticsBits::AcquireRelease;
  const bool acquire = both || (bits & MemorySemanticsBits::Acquire);
  const bool release = both || (bits & MemorySemanticsBits::Release);
  return acquire && release ? llvm::AtomicOrdering::AcquireRelease
         : acquire          ? llvm::AtomicOrdering::Acquire
         : release          ? llvm::AtomicOrdering::Release
                            : llvm::AtomicOrdering::Monotonic;
}

uint32_t fence_flags(uint32_t bits) {
  return (bits & MemorySemanticsBits::WorkgroupMemory ? 1u : 0u) |
         (bits & MemorySemanticsBits::CrossWorkgroupMemory ? 2u : 0u) |
         (bits & MemorySemanticsBits::ImageMemory ? 4u : 0u);
}

uint32_t memory_scope(Scope scope) {
  switch (scope) {
  case Scope::CrossDevice:
    return 3;
  case Scope::Workgroup:
    return 1;
  case Scope::Subgroup:
    return 4;
  case Scope::Invocation:
    return 0;
  default:
    return 2;
  }
}

namespace {

Result control_barrier(Reader& reader, const Inst& inst) {
  auto& b = reader.builder;
  const auto execution = scope(reader, inst.word(0)), memory = scope(reader, inst.word(1));
  const auto bits = semantics(reader, inst.word(2));
  if (!execution || !memory) {
    return fail(execution ? memory.error() : execution.error());
  }
  if (!bits) {
    return fail(bits.error());
  }
  const bool is_group = *execution == Scope::Workgroup, is_device = *execution == Scope::Device;
  if (!is_group && !is_device && *execution != Scope::Subgroup) {
    return fail("the execution scope has to be Device, Workgroup or Subgroup");
  }
  if (ordering(*bits, *memory) == llvm::AtomicOrdering::SequentiallyConsistent) {
    b.CreateFence(llvm::AtomicOrdering::SequentiallyConsistent); // functions have no such barrier
  }
  auto* flags = b.getInt32(fence_flags(*bits));
  const auto done = is_group && *memory == Scope::Workgroup
                        ? reader.call("_Z7barrierj", b.getVoidTy(), {flags}, Reader::Effect::any)
                        : reader.call(is_group    ? "_Z18work_group_barrierj12memory_scope"
                                      : is_device ? "_Z20intel_device_barrierj12memory_scope"
                                                  : "_Z17sub_group_barrierj12memory_scope",
                                      b.getVoidTy(), {flags, b.getInt32(memory_scope(*memory))},
                                      Reader::Effect::any);
  return done ? Result(nullptr) : done;
}

Result memory_barrier(Reader& reader, const Inst& inst) {
  auto& b = reader.builder;
  const auto memory = scope(reader, inst.word(0));
  const auto bits = semantics(reader, inst.word(1));
  if (!memory || !bits) {
    return fail(memory ? bits.error() : memory.error());
  }
  const auto order = ordering(*bits, *memory);
  if (order == llvm::AtomicOrdering::Monotonic) {
    return nullptr;
  }
  if (is_wide(*memory)) {
    b.CreateFence(order);
    return nullptr;
  }
  // Fences of OpenCL C reach as far as the work-group.
  const char* name = order == llvm::AtomicOrdering::Acquire   ? "_Z14read_mem_fencej"
                     : order == llvm::AtomicOrdering::Release ? "_Z15write_mem_fencej"
                                                              : "_Z9mem_fencej";
  const auto done =
      reader.call(name, b.getVoidTy(), {b.getInt32(fence_flags(*bits))}, Reader::Effect::any);
  return done ? Result(nullptr) : done;
}

/// All work-items of the group make it together.
Result make_named_barrier(Reader& reader, const Inst& inst) {
  const auto type = reader.need_type(inst.type);
  const auto count = reader.value(inst.word(0));
  if (!type || !count) {
    return fail(type ? count.error() : type.error());
  }
  if ((*type)->kind != TypeKind::named_barrier) {
    return fail("the result has to be a named barrier");
  }
  if (!(*count)->getType()->isIntegerTy(32)) {
    return fail("the number of sub-groups has to be of 32 bits");
  }
  return reader.call("_Z18named_barrier_initi", (*type)->ir, {*count}, Reader::Effect::any);
}

Result wait_at_named_barrier(Reader& reader, const Inst& inst) {
  auto& b = reader.builder;
  const auto barrier = reader.value(inst.word(0));
  const auto memory = scope(reader, inst.word(1));
  const auto bits = semantics(reader, inst.word(2));
  if (!barrier || !memory || !bits) {
    return fail(!barrier ? barrier.error() : !memory ? memory.error() : bits.error());
  }
  const Type* type = reader.type_of(inst.word(0));
  if (!type || type->kind != TypeKind::named_barrier) {
    return fail(id_text(inst.word(0)) + " is not a named barrier");
  }
  if (ordering(*bits, *memory) == llvm::AtomicOrdering::SequentiallyConsistent) {
    b.CreateFence(llvm::AtomicOrdering::SequentiallyConsistent);
  }
  const auto done = reader.call(
      "_Z24work_group_named_barrierPU3AS314__namedBarrierj12memory_scope", b.getVoidTy(),
      {*barrier, b.getInt32(fence_flags(*bits)), b.getInt32(memory_scope(*memory))},
      Reader::Effect::any);
  return done ? Result(nullptr) : done;
}

/// SPV_INTEL_split_barrier: no work-item passes the wait before all have arrived, which a barrier
/// in its place guarantees, too. The arrival's memory semantics are applied where it is.
Result arrive(Reader& reader, const Inst& inst) {
  Inst fence = inst;
  fence.words = inst.from(1);
  return memory_barrier(reader, fence);
}

constexpr HandlerRow rows[] = {
    {Op::ControlBarrier, nullptr, control_barrier},
    {Op::ControlBarrierArriveINTEL, nullptr, arrive},
    {Op::ControlBarrierWaitINTEL, nullptr, control_barrier},
    {Op::MemoryBarrier, nullptr, memory_barrier},
    {Op::NamedBarrierInitialize, nullptr, make_named_barrier},
    {Op::MemoryNamedBarrier, nullptr, wait_at_named_barrier},
};

} // namespace

std::span<const HandlerRow> barrier_rows() { return rows; }

} // namespace spirv_ll
