// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/vectorization/notes.h"

#include "compiler/context.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/DiagnosticHandler.h>
#include <llvm/IR/DiagnosticInfo.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/LLVMContext.h>

#include <algorithm>
#include <tuple>

namespace compiler {
namespace {

/// A directive `#line 7 "name"`, or `# 7 "name"`: the place of the line after it.
struct LineDirective {
  unsigned number = 0;
  std::optional<llvm::StringRef> name; ///< that of the lines before it, if it has none
};

std::optional<LineDirective> line_directive(llvm::StringRef line) {
  line = line.ltrim();
  if (!line.consume_front("#")) {
    return std::nullopt;
  }
  line = line.ltrim();
  line.consume_front("line");
  line = line.ltrim();
  LineDirective directive;
  if (line.consumeInteger(10, directive.number)) {
    return std::nullopt;
  }
  line = line.ltrim();
  if (line.consume_front("\"")) {
    directive.name = line.split('"').first;
  }
  return directive;
}

/// Whether a file of the debug information, whose folder may be apart, has this name.
bool has_name(const llvm::DIFile& file, llvm::StringRef name) {
  const llvm::StringRef own = file.getFilename();
  return name == own || (name.ends_with(own) && name.drop_back(own.size()).ends_with("/"));
}

/// The text of the line that has this number, counted from 1, in a file, if the source is part of
/// the debug information. Directives give the lines after them other numbers, and perhaps the name
/// of another file: both files then have the same source.
std::optional<llvm::StringRef> source_line(const llvm::DIFile* file, unsigned number) {
  if (!file || !file->getSource() || number == 0) {
    return std::nullopt;
  }
  std::optional<llvm::StringRef> unnamed; // the line of this number where no name is given
  bool is_named = false, may_be_own = true;
  unsigned next = 1;
  llvm::StringRef line, rest = *file->getSource();
  while (!rest.empty()) {
    std::tie(line, rest) = rest.split('\n');
    if (const auto directive = line_directive(line)) {
      next = directive->number;
      if (directive->name) {
        is_named = has_name(*file, *directive->name);
        may_be_own = false;
      }
      continue;
    }
    if (next++ == number) {
      if (is_named) {
        return line.rtrim('\r');
      }
      if (may_be_own && !unnamed) {
        unnamed = line.rtrim('\r');
      }
    }
  }
  return unnamed;
}

/// The column, counted from 1, of a whole word of the line, or of its first token.
unsigned column_of(llvm::StringRef word, llvm::StringRef line) {
  const auto is_part = [](char c) { return llvm::isAlnum(c) || c == '_'; };
  for (size_t at = line.find(word); at != llvm::StringRef::npos; at = line.find(word, at + 1)) {
    const llvm::StringRef behind = line.drop_front(at + word.size());
    if ((at == 0 || !is_part(line[at - 1])) && (behind.empty() || !is_part(behind.front()))) {
      return unsigned(at + 1);
    }
  }
  return unsigned(line.size() - line.ltrim().size() + 1);
}

llvm::DISubprogram* subprogram_of(const llvm::Function& kernel) {
  if (llvm::DISubprogram* own = kernel.getSubprogram()) {
    return own;
  }
  for (const llvm::Instruction& instruction : llvm::instructions(kernel)) {
    if (const llvm::DebugLoc& place = instruction.getDebugLoc()) {
      return llvm::cast<llvm::DILocalScope>(place.getInlinedAtScope())->getSubprogram();
    }
  }
  return nullptr;
}

/// Both lines, each after a line feed, or nothing.
std::string line_with_caret(const llvm::DebugLoc& place) {
  const auto line = place ? source_line(place->getFile(), place.getLine()) : std::nullopt;
  if (!line || place.getCol() == 0 || place.getCol() > line->size()) {
    return "";
  }
  // Tabs stay tabs, so that the caret stands below its column.
  std::string indent = line->take_front(place.getCol() - 1).str();
  std::ranges::replace_if(indent, [](char c) { return c != '\t'; }, ' ');
  return "\n  " + line->str() + "\n  " + indent + "^";
}

void diagnose(llvm::LLVMContext& context, const llvm::Twine& text) {
  context.diagnose(llvm::DiagnosticInfoGeneric(text, llvm::DS_Note));
}

} // namespace

llvm::DebugLoc place_of(const llvm::Function& kernel) {
  llvm::DISubprogram* subprogram = subprogram_of(kernel);
  if (!subprogram) {
    return {};
  }
  const unsigned number = subprogram->getLine();
  const auto line = source_line(subprogram->getFile(), number);
  return llvm::DILocation::get(kernel.getContext(), number,
                               line ? column_of(subprogram->getName(), *line) : 0, subprogram);
}

std::string with_place(const llvm::DebugLoc& place, const llvm::Twine& text) {
  if (!place) {
    return text.str();
  }
  const std::string column = place.getCol() ? std::to_string(place.getCol()) + ":" : "";
  return (place->getFilename() + ":" + llvm::Twine(place.getLine()) + ":" + column + " " + text)
      .str();
}

void add_note(llvm::LLVMContext& context, const llvm::DebugLoc& place, const llvm::Twine& text,
              llvm::StringRef advice) {
  const std::string helps = advice.empty() ? "" : "\n  what helps: " + advice.str();
  diagnose(context, with_place(place, text) + line_with_caret(place) + helps);
}

void add_short_note(llvm::LLVMContext& context, const llvm::DebugLoc& place,
                    const llvm::Twine& text) {
  diagnose(context, with_place(place, text));
}

void note_limit(const llvm::Function& function, const llvm::Twine& what, llvm::StringRef advice) {
  llvm::LLVMContext& context = function.getContext();
  const llvm::DiagnosticHandler* handler = context.getDiagHandlerPtr();
  if (!handler || !handler->isMissedOptRemarkEnabled(limit_notes)) {
    return;
  }
  // In entry functions, forms and parts the kernel's name is what follows the last dot.
  const llvm::StringRef name = function.getName();
  add_note(context, place_of(function), "'" + name.substr(name.rfind('.') + 1) + "': " + what,
           advice);
}

} // namespace compiler
