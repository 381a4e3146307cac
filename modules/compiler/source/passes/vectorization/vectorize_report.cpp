// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/vectorization/vectorize_report.h"

#include "environment/environment.h"
#include "kernel_metadata.h"
#include "passes/vectorization/notes.h"
#include "passes/vectorization/vectorize_advice.h"

#include <llvm/ADT/MapVector.h>
#include <llvm/Analysis/OptimizationRemarkEmitter.h>
#include <llvm/Support/FileSystem.h>
#include <llvm/Support/raw_ostream.h>

namespace compiler {
namespace {

enum class Kind { vectorised, not_vectorised, place };

struct Sentence {
  Kind kind;
  llvm::DebugLoc where;
  std::string text;
  llvm::StringRef advice = {};
};

/// Unmasked forms first, of each kind the widest first: in the order in which they run over a row.
auto forms_by_width(const llvm::Function& kernel) {
  auto forms = vecz::vector_forms(kernel);
  llvm::sort(forms, [](const vecz::VectorForm& one, const vecz::VectorForm& other) {
    return one.masked != other.masked ? other.masked : one.width > other.width;
  });
  return forms;
}

/// "64 work-items at once, the remainder of each row up to 16 at once"
std::string forms_of(const llvm::Function& kernel) {
  std::string first;
  std::string others;
  for (const vecz::VectorForm& form : forms_by_width(kernel)) {
    const std::string width = (form.masked ? "up to " : "") + std::to_string(form.width);
    if (first.empty()) {
      first = width;
    } else {
      others += (others.empty() ? "" : " or ") + width;
    }
  }
  return first + " work-items at once" +
         (others.empty() ? "" : ", the remainder of each row " + others + " at once");
}

/// Advice on a place of a kernel.
llvm::StringRef advice_on_place(const llvm::Function& kernel, llvm::StringRef text) {
  const bool is_tested =
      text.starts_with("a load gathers where") || text.starts_with("a store scatters where");
  if (is_tested && kernel.hasFnAttribute(linear_local_ids) &&
      sizes_of(kernel, "reqd_work_group_size")[0] == 0) {
    return "a required local size (reqd_work_group_size): in a kernel that calls functions of "
           "sub-groups, ids are computed by divisions as long as the local size is not known";
  }
  return advice_on(text);
}

std::vector<Sentence> make_sentences(const llvm::Function& kernel, const vecz::Report& result) {
  const std::string name = "kernel '" + kernel.getName().str() + "' is ";
  const llvm::DebugLoc begin = place_of(kernel);
  if (!result.obstacle.empty()) {
    return {{Kind::not_vectorised, begin, name + "not vectorised: " + result.obstacle,
             advice_on(result.obstacle)}};
  }
  std::vector<Sentence> sentences = {
      {Kind::vectorised, begin, name + "vectorised, " + forms_of(kernel)}};
  for (const vecz::Remark& remark : result.lines) {
    // Code that passes of LLVM have made may have no place: then it is somewhere in the kernel.
    sentences.push_back({Kind::place, remark.line() ? remark.where : begin, remark.text,
                         advice_on_place(kernel, remark.text)});
  }
  return sentences;
}

/// One line: the forms of the kernel, and how many places of it there are of each kind.
std::string summary(const llvm::Function& kernel, const vecz::Report& result) {
  std::string text = "summary of kernel '" + kernel.getName().str() + "': ";
  if (!result.obstacle.empty()) {
    return text + "one work-item at once";
  }
  text += forms_of(kernel);
  llvm::MapVector<llvm::StringRef, unsigned> kinds;
  for (const vecz::Remark& remark : result.lines) {
    ++kinds[llvm::StringRef(remark.text).split(':').first];
  }
  for (const auto& [kind, count] : kinds) {
    text += "; " + (count > 1 ? std::to_string(count) + " times " : "") + kind.str();
  }
  return text;
}

void emit_remark(llvm::OptimizationRemarkEmitter& emitter, const llvm::Function& kernel,
                 const Sentence& sentence) {
  const std::string text =
      sentence.text + (sentence.advice.empty() ? "" : "; what helps: " + sentence.advice.str());
  const llvm::BasicBlock* block = &kernel.getEntryBlock();
  switch (sentence.kind) {
  case Kind::vectorised:
    emitter.emit([&] {
      return llvm::OptimizationRemark("vecz", "Vectorized", sentence.where, block) << text;
    });
    break;
  case Kind::not_vectorised:
    emitter.emit([&] {
      return llvm::OptimizationRemarkMissed("vecz", "NotVectorized", sentence.where, block) << text;
    });
    break;
  case Kind::place:
    emitter.emit([&] {
      return llvm::OptimizationRemarkAnalysis("vecz", "Place", sentence.where, block) << text;
    });
    break;
  }
}

/// In one write, as other processes may do the same.
void append(const char* path, const std::vector<Sentence>& sentences) {
  std::string lines;
  for (const Sentence& sentence : sentences) {
    lines += with_place(sentence.where, sentence.text) + "\n";
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
      add_note(context, sentence.where, sentence.text, sentence.advice);
    }
    emit_remark(emitter, kernel, sentence);
  }
  if (in_log) {
    add_short_note(context, place_of(kernel), summary(kernel, result));
  }
  if (const char* path = environment::get(environment::Variable::vectorize_report)) {
    append(path, sentences);
  }
}

} // namespace compiler
