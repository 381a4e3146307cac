// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// State shared by the handlers of all sections: the module being made, the meaning of ids, the
// function that is being read. One object a module.
#ifndef SPIRV_LL_READER_READER_H
#define SPIRV_LL_READER_READER_H

#include "debug/debug_reader.h"
#include "declarations/decorations.h"
#include "reader/capabilities.h"
#include "reader/ids.h"
#include "reader/instruction.h"
#include "spirv-ll/read.h"

#include <deque>
#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/DenseSet.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>
#include <unordered_map>

namespace spirv_ll {

/// The widest number of bits that an id may have: SPIR-V's universal limit on the bound.
inline constexpr uint32_t max_id_bound = 4'194'304;
inline constexpr unsigned max_nesting = 255;
/// No object of a device is larger, and sizes stay far from overflow.
inline constexpr uint64_t max_type_size = uint64_t(1) << 40;

enum class ExtendedSet : uint32_t { opencl_std, debug_info, shader_debug_info, non_semantic };

struct EntryPoint {
  uint32_t function;
  std::string name;
};

struct ExecutionModeRow {
  uint32_t function;
  ExecutionMode mode;
  std::span<const uint32_t> words;
};

struct PendingPhi {
  Inst inst;
  llvm::PHINode* phi;
};

/// A loop with hints, once all blocks are known.
struct PendingLoop {
  llvm::BasicBlock* header;
  llvm::MDNode* metadata;
};

/// The function whose body is being read.
struct CurrentFunction {
  llvm::Function* ir = nullptr; ///< null between functions
  uint32_t id = 0;
  const Type* type = nullptr;
  unsigned parameters = 0;                            ///< seen so far
  uint32_t block = 0;                                 ///< label of the open block, 0 between blocks
  llvm::DenseMap<uint32_t, llvm::BasicBlock*> blocks; ///< mentioned so far
  llvm::DenseSet<uint32_t> defined_blocks;
  std::vector<uint32_t> branched_to; ///< labels, of the block that was read last
  std::vector<PendingPhi> phis;
  std::vector<PendingLoop> loops;
  llvm::DenseMap<uint32_t, llvm::Value*> built_ins; ///< by variable: where its copy on the stack is
  llvm::DenseMap<uint32_t, llvm::Value*> samplers;  ///< by constant: the call that makes it
};

class Reader {
public:
  Reader(llvm::Module& into, const ReadOptions& with)
      : context(into.getContext()), module(into), options(with), builder(context), debug(*this) {}

  // Types and values.
  /// The type that an id is, or null.
  [[nodiscard]] const Type* type(uint32_t id) const;
  [[nodiscard]] cargo::expected<const Type*, std::string> need_type(uint32_t id) const;
  /// The value that an id is. Built-in variables and sampler constants come into being in the
  /// current function at their first use. The error says why there is none.
  [[nodiscard]] Result value(uint32_t id);
  [[nodiscard]] cargo::expected<llvm::Constant*, std::string> constant(uint32_t id);
  /// The value of an integer constant, zero-extended.
  [[nodiscard]] cargo::expected<uint64_t, std::string> integer(uint32_t id);
  /// The type of a value, null if it is none.
  [[nodiscard]] const Type* type_of(uint32_t id) const;
  /// Makes `inst.result` stand for `value`, which must have the type that the instruction says.
  [[nodiscard]] Outcome define(const Inst& inst, llvm::Value* value);
  [[nodiscard]] Outcome define(uint32_t id, const Id& what);
  [[nodiscard]] const Type* add(Type made) { return &types.emplace_back(std::move(made)); }

  /// Whether LLVM's SPIR-V back end has written the module, some of whose inventions are read.
  [[nodiscard]] bool from_llvm_back_end() const { return header.generator >> 16 == 43; }
  /// Whether the producer takes the result of OpImageQueryFormat for OpenCL's number, as LLVM 22's
  /// back end does.
  [[nodiscard]] bool forgets_channel_types_offset() const {
    return header.generator == (43 << 16 | 22);
  }

  // Names.
  [[nodiscard]] llvm::StringRef name(uint32_t id) const;
  /// A name for a symbol of the module: the one that linkage or OpName gives.
  [[nodiscard]] std::string symbol_name(uint32_t id, llvm::StringRef otherwise) const;

  // Calls of built-in functions.
  /// Calls `name`, declared with the types of `arguments` unless it is known already.
  enum class Effect { pure, any };
  [[nodiscard]] Result call(llvm::StringRef name, llvm::Type* result,
                            llvm::ArrayRef<llvm::Value*> arguments, Effect effect,
                            bool variadic = false);

  // Control flow.
  /// The block of a label of the current function, which may be defined later.
  [[nodiscard]] llvm::BasicBlock* block(uint32_t label);
  /// A builder at the beginning of the current function, behind its variables.
  [[nodiscard]] llvm::IRBuilder<> at_entry() const;

  llvm::LLVMContext& context;
  llvm::Module& module;
  const ReadOptions& options;
  llvm::IRBuilder<> builder;
  DebugReader debug;
  Header header;
  Capabilities capabilities;
  Decorations decorations;
  Ids ids;
  std::unordered_map<uint32_t, std::string> names;
  std::vector<std::string> strings;
  std::vector<EntryPoint> entry_points;
  std::vector<ExecutionModeRow> execution_modes;
  bool has_memory_model = false;
  bool has_bfloat16 = false;                           ///< there is a type of it
  bool has_pointer_vectors = false;                    ///< there is a type of them
  bool has_matrices = false;                           ///< there is a type of cooperative ones
  llvm::DenseMap<uint32_t, llvm::Function*> functions; ///< by id, declared before any body is read
  std::vector<uint32_t>
      addressed_functions; ///< whose addresses were taken before they are declared
  CurrentFunction function;
  std::vector<llvm::AddrSpaceCastInst*> casts_of_built_ins; ///< of all functions
  std::span<const Instruction> following; ///< the instructions behind the current one

  /// The operands of an instruction and of those that continue it, which are right behind it and
  /// have one of these opcodes (SPV_INTEL_long_composites).
  [[nodiscard]] std::vector<uint32_t> with_continued(const Inst& inst,
                                                     std::initializer_list<Op> opcodes) const;

private:
  [[nodiscard]] Result built_in(uint32_t id);
  [[nodiscard]] Result sampler(uint32_t id);

  std::deque<Type> types; ///< addresses stay
};

/// The component of a vector of three that was loaded from a built-in variable, as the work-item
/// function gives it, also beyond the third; null if `vector` is something else.
[[nodiscard]] Result extract_from_built_in(Reader& reader, llvm::Value& vector, llvm::Value& index);

/// Accesses to built-in variables that were declared in another address space become accesses to
/// their copies on the stack. Call it behind the last function: an invalid module may refer in one
/// function to values of another.
void access_copies_of_built_ins(Reader& reader);

/// Loads a built-in variable, as calls of work-item functions at `builder` (built_ins.cpp).
[[nodiscard]] Result load_built_in(Reader& reader, llvm::IRBuilder<>& builder, BuiltIn which,
                                   const Type& type);

} // namespace spirv_ll

#endif
