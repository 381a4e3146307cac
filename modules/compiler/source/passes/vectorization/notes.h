// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef PASSES_VECTORIZATION_NOTES_H
#define PASSES_VECTORIZATION_NOTES_H

#include <llvm/ADT/StringRef.h>
#include <llvm/ADT/Twine.h>
#include <llvm/IR/DebugLoc.h>
#include <llvm/IR/Function.h>

namespace compiler {

/// Where the source has the kernel's name: found through its debug information, or that of the code
/// which became part of it. The column is that of the name in the line, or that of the line's first
/// token where a macro makes the name; it is 0 if the source is not part of the debug information.
/// Nothing where there is no debug information.
[[nodiscard]] llvm::DebugLoc place_of(const llvm::Function& kernel);

/// `file:line:column: text`, without a column if that is not known; the text alone without a place.
[[nodiscard]] std::string with_place(const llvm::DebugLoc& place, const llvm::Twine& text);

/// Puts a note into the build log: the place, if there is one, and the text; if the source is part
/// of the debug information, its line with a caret below the column; and the advice, if there is
/// any, in a line of its own.
void add_note(llvm::LLVMContext& context, const llvm::DebugLoc& place, const llvm::Twine& text,
              llvm::StringRef advice);

/// Likewise, in one line.
void add_short_note(llvm::LLVMContext& context, const llvm::DebugLoc& place,
                    const llvm::Twine& text);

/// Puts a note into the build log, if the report is wanted (Context::reports_limits): a function,
/// as it is too large for something or other, is treated in a plainer way. May be called at any
/// time, also while machine code is generated; costs a virtual call if the report is not wanted.
void note_limit(const llvm::Function& function, const llvm::Twine& what,
                llvm::StringRef advice = "divide the kernel");

} // namespace compiler

#endif
