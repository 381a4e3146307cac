// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OpenCL.DebugInfo.100 and NonSemantic.Shader.DebugInfo.100 as LLVM's debug metadata. Nothing in
// either is semantic, so wrong or unknown parts are left out and never an error.
#ifndef SPIRV_LL_DEBUG_DEBUG_READER_H
#define SPIRV_LL_DEBUG_DEBUG_READER_H

#include "reader/grammar.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <memory>
#include <span>
#include <string>
#include <unordered_map>
#include <unordered_set>

namespace llvm {
class DIBuilder;
}

namespace spirv_ll {

class Reader;

/// One instruction of either set. Both use the same numbers for what they share; operands that are
/// literals in the one are ids of constants in the other.
struct DebugInst {
  ShaderDebugInfo what;
  bool is_shader;
  std::span<const uint32_t> operands; ///< behind the set and the number

  [[nodiscard]] uint32_t id(size_t i) const { return i < operands.size() ? operands[i] : 0; }
};

/// Reads a module's debug information. Instructions are kept as they come, since they refer to
/// later ones, and become metadata when something in a function needs them.
class DebugReader {
public:
  explicit DebugReader(Reader& of);
  DebugReader(const DebugReader&) = delete;
  DebugReader& operator=(const DebugReader&) = delete;
  ~DebugReader();

  /// An instruction; inside functions scopes, declarations and values take effect at once.
  void note(uint32_t id, const DebugInst& inst);

  /// OpLine, DebugLine: the source location of the following instructions. A function that no debug
  /// information describes gets a subprogram with its first line.
  void set_line(const std::string& file, unsigned line, unsigned column);
  /// OpNoLine, DebugNoLine.
  void clear_line();
  /// The end of a block ends lines and scopes.
  void end_block();
  void end_function();
  /// The module is complete.
  void finish();

private:
  // debug_info.cpp
  [[nodiscard]] llvm::DIFile* file(const std::string& path);
  [[nodiscard]] llvm::DIFile* source(const DebugInst& inst, size_t i);
  [[nodiscard]] const DebugInst* find(uint32_t id) const;
  /// The description of the function that is being read; 0 if it has none.
  [[nodiscard]] uint32_t function_description() const;
  [[nodiscard]] uint64_t constant(uint32_t id);
  [[nodiscard]] uint64_t literal(const DebugInst& inst, size_t i);
  [[nodiscard]] std::string text(const DebugInst& inst, size_t i);
  void unit(llvm::DIFile* of, unsigned language);
  void update_location();

  // debug_scopes.cpp
  [[nodiscard]] llvm::DIScope* scope(uint32_t id);
  [[nodiscard]] llvm::DIScope* make_scope(const DebugInst& inst);
  [[nodiscard]] llvm::DIScope* make_function(const DebugInst& inst);
  [[nodiscard]] llvm::DILocation* inlined_at(uint32_t id);
  [[nodiscard]] llvm::DISubprogram* own_subprogram();
  void describe_wrappers();
  void give_locations(llvm::Function& function, unsigned at_line);
  [[nodiscard]] bool adopt(llvm::DISubprogram* made);
  [[nodiscard]] llvm::DILocation* location_in(uint32_t scope_id, uint32_t inlined_id, unsigned line,
                                              unsigned column);

  // debug_variables.cpp
  [[nodiscard]] llvm::DILocalVariable* variable(uint32_t id);
  [[nodiscard]] llvm::DIExpression* expression(uint32_t id);
  [[nodiscard]] llvm::DILocation* location_for(const llvm::DILocalVariable& variable);
  void declare(const DebugInst& inst);
  void value(const DebugInst& inst);

  // debug_types.cpp
  [[nodiscard]] llvm::DIType* type(uint32_t id);
  [[nodiscard]] llvm::DIType* make_type(uint32_t id, const DebugInst& inst);
  [[nodiscard]] llvm::DIType* make_sequence(const DebugInst& inst);
  [[nodiscard]] llvm::DIType* make_enumeration(const DebugInst& inst);
  [[nodiscard]] llvm::DIType* make_composite(uint32_t id, const DebugInst& inst);
  [[nodiscard]] llvm::DISubroutineType* subroutine_type(uint32_t id);

  /// Marks an id as being made; false if it is already, or too many are: a module may lead in
  /// circles or very deep.
  [[nodiscard]] bool enter(uint32_t id);
  void leave(uint32_t id) { making.erase(id); }

  Reader& reader;
  std::unique_ptr<llvm::DIBuilder> builder; ///< null until something needs it
  llvm::DICompileUnit* compile_unit = nullptr;
  uint32_t first_unit = 0;
  // Operands that should be ids may be any number, also one that LLVM's maps keep for themselves.
  std::unordered_map<uint32_t, DebugInst> instructions;
  std::unordered_map<uint32_t, uint32_t> function_descriptions; ///< by OpFunction
  std::unordered_map<uint32_t, llvm::DINode*> made;             ///< by id; null: cannot be made
  std::unordered_set<uint32_t> making;
  llvm::DenseMap<llvm::DISubprogram*, llvm::Function*> owners; ///< a subprogram is of one function

  // Where the reader is.
  uint32_t current_scope = 0, current_inlined_at = 0;
  std::string line_file;
  unsigned line = 0, column = 0;
  bool has_line = false;
};

} // namespace spirv_ll

#endif
