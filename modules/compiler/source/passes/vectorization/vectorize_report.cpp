// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/vectorization/vectorize_report.h"

#include "environment/environment.h"

#include <llvm/Analysis/OptimizationRemarkEmitter.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/DiagnosticInfo.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/Support/FileSystem.h>
#include <llvm/Support/raw_ostream.h>

namespace compiler {
namespace {

enum class Kind { vectorised, not_vectorised, place };

struct Sentence {
  Kind kind;
  llvm::DebugLoc where;
  std::string text;
};

std::vector<Sentence> make_sentences(const llvm::Function& kernel, const vecz::Report& result) {
  const std::string name = "kernel '" + kernel.getName().str() + "' is ";
  llvm::DebugLoc begin;
  if (llvm::DISubprogram* subprogram = kernel.getSubprogram()) {
    begin = llvm::DILocation::get(kernel.getContext(), subprogram->getLine(), 0, subprogram);
  }
  if (!result.obstacle.empty()) {
    return {{Kind::not_vectorised, begin, name + "not vectorised: " + result.obstacle}};
  }
  std::vector<Sentence> sentences;
  for (const vecz::VectorForm& form : vecz::vector_forms(kernel)) {
    sentences.push_back({Kind::vectorised, begin,
                         name + "vectorised, " + (form.masked ? "up to " : "") +
                             std::to_string(form.width) + " work-items at once"});
  }
  for (const vecz::Remark& remark : result.lines) {
    sentences.push_back({Kind::place, remark.where, remark.text});
  }
  return sentences;
}

std::string with_line(const Sentence& sentence) {
  const bool has_line = sentence.kind == Kind::place && sentence.where;
  return (has_line ? "line " + std::to_string(sentence.where.getLine()) + ": " : "") +
         sentence.text;
}

void emit_remark(llvm::OptimizationRemarkEmitter& emitter, const llvm::Function& kernel,
                 const Sentence& sentence) {
  const llvm::BasicBlock* block = &kernel.getEntryBlock();
  switch (sentence.kind) {
  case Kind::vectorised:
    emitter.emit([&] {
      return llvm::OptimizationRemark("vecz", "Vectorized", sentence.where, block) << sentence.text;
    });
    break;
  case Kind::not_vectorised:
    emitter.emit([&] {
      return llvm::OptimizationRemarkMissed("vecz", "NotVectorized", sentence.where, block)
             << sentence.text;
    });
    break;
  case Kind::place:
    emitter.emit([&] {
      return llvm::OptimizationRemarkAnalysis("vecz", "Place", sentence.where, block)
             << sentence.text;
    });
    break;
  }
}

/// In one write, as other processes may do the same.
void append(const char* path, const std::vector<Sentence>& sentences) {
  std::string lines;
  for (const Sentence& sentence : sentences) {
    lines += with_line(sentence) + "\n";
  }
  lines += "\n";
  std::error_code error;
  llvm::raw_fd_ostream file(path, error, llvm::sys::fs::OF_Append);
  if (!error) {
    file.SetUnbuffered();
    file << lines;
  }
}

} // namespace

void report_vectorization(const llvm::Function& kernel, const vecz::Report& result, bool in_log) {
  llvm::LLVMContext& context = kernel.getContext();
  const std::vector<Sentence> sentences = make_sentences(kernel, result);
  llvm::OptimizationRemarkEmitter emitter(&kernel);
  for (const Sentence& sentence : sentences) {
    if (in_log) {
      context.diagnose(llvm::DiagnosticInfoGeneric(with_line(sentence), llvm::DS_Note));
    }
    emit_remark(emitter, kernel, sentence);
  }
  if (const char* path = environment::get(environment::Variable::vectorize_report)) {
    append(path, sentences);
  }
}

} // namespace compiler
