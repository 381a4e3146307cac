// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Debug locations of OpLine (SPIR-V specification 2.4, logical layout: a line holds to the end of
// its block).
#include "debug_lines.h"

#include <llvm/IR/DIBuilder.h>

namespace spirv_ll {
namespace {

llvm::DIFile* make_file(llvm::DIBuilder& builder, llvm::StringRef path) {
  const auto [folder, name] = path.rsplit('/');
  return name.empty() ? builder.createFile(path, "") : builder.createFile(name, folder);
}

/// The module's compile unit; the first line makes it.
llvm::DICompileUnit* compile_unit(Reader& reader, llvm::DIBuilder& builder, llvm::DIFile* file) {
  auto units = reader.module.debug_compile_units();
  if (units.begin() != units.end()) {
    return *units.begin();
  }
  reader.module.addModuleFlag(llvm::Module::Warning, "Debug Info Version",
                              llvm::DEBUG_METADATA_VERSION);
  return builder.createCompileUnit(llvm::DISourceLanguageName(llvm::dwarf::DW_LANG_OpenCL), file,
                                   "spirv-ll", true, "", 0);
}

llvm::DISubprogram* subprogram(Reader& reader, llvm::StringRef path, unsigned line) {
  llvm::Function& function = *reader.function.ir;
  if (auto* known = function.getSubprogram()) {
    return known;
  }
  llvm::DIBuilder builder(reader.module, false);
  llvm::DIFile* file = make_file(builder, path);
  auto* unit = compile_unit(reader, builder, file);
  auto* type = builder.createSubroutineType(builder.getOrCreateTypeArray({}));
  auto* made =
      builder.createFunction(unit, function.getName(), function.getName(), file, line, type, line,
                             llvm::DINode::FlagPrototyped, llvm::DISubprogram::SPFlagDefinition);
  builder.finalizeSubprogram(made);
  function.setSubprogram(made);
  return made;
}

} // namespace

void set_line(Reader& reader, const std::string& file, unsigned line, unsigned column) {
  if (!reader.function.ir) {
    return; // a line of a global variable
  }
  auto* scope = subprogram(reader, file, line);
  reader.builder.SetCurrentDebugLocation(
      llvm::DILocation::get(reader.context, line, column, scope));
}

void clear_line(Reader& reader) { reader.builder.SetCurrentDebugLocation({}); }

} // namespace spirv_ll
