// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "builtins/library.h"

#include "archive.h"

#include <llvm/ADT/SmallVector.h>
#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Module.h>
#include <llvm/Linker/IRMover.h>

#include <utility>

namespace builtins {

struct Library::State {
  Archive archive;
};

namespace {

using Failure = cargo::unexpected<std::string>;

/// One call of Library::link.
class Link {
public:
  Link(const Archive& from, llvm::Module& into) : archive(from), module(into), mover(into) {}

  cargo::expected<LinkStatistics, std::string> run() {
    want_undefined(module);
    while (!wanted.empty()) {
      const uint32_t member = wanted.pop_back_val();
      if (auto moved = move_in(member); !moved) {
        return Failure{moved.error()};
      }
    }
    for (llvm::Function* function : linked) {
      finish(*function);
    }
    return statistics;
  }

private:
  void want_undefined(const llvm::Module& in) {
    for (const llvm::Function& function : in) {
      if (!function.isDeclaration() || function.isIntrinsic()) {
        continue;
      }
      const llvm::StringRef name = function.getName();
      const llvm::Function* known = module.getFunction(name);
      const uint32_t member = archive.find({name.data(), name.size()});
      if (member != Archive::none && (!known || known->isDeclaration())) {
        wanted.push_back(member);
      }
    }
  }

  cargo::result<std::string> move_in(uint32_t index) {
    const auto data = archive.member(index);
    if (!data) {
      return Failure{data.error()};
    }
    const llvm::StringRef bitcode(reinterpret_cast<const char*>(data->data()), data->size());
    auto parsed =
        llvm::parseBitcodeFile(llvm::MemoryBufferRef(bitcode, "built-in"), module.getContext());
    if (!parsed) {
      return Failure{"built-ins archive: " + llvm::toString(parsed.takeError())};
    }
    auto source = std::move(*parsed);
    source->setTargetTriple(module.getTargetTriple());
    source->setDataLayout(module.getDataLayout());

    llvm::SmallVector<std::string, 4> names;
    llvm::SmallVector<llvm::GlobalValue*, 4> definitions;
    for (llvm::Function& function : *source) {
      if (function.isDeclaration() || function.hasLocalLinkage()) {
        continue;
      }
      const llvm::Function* known = module.getFunction(function.getName());
      if (known && !known->isDeclaration()) {
        continue; // wanted twice
      }
      names.push_back(function.getName().str());
      definitions.push_back(&function);
    }
    if (definitions.empty()) {
      return cargo::success{};
    }
    want_undefined(*source);
    const auto nothing_lazily = [](llvm::GlobalValue&, llvm::IRMover::ValueAdder) {};
    if (auto failure = mover.move(std::move(source), definitions, nothing_lazily, false)) {
      return Failure{"built-ins archive: " + llvm::toString(std::move(failure))};
    }
    for (const auto& name : names) {
      linked.push_back(module.getFunction(name));
    }
    ++statistics.members;
    statistics.bytes += data->size();
    return cargo::success{};
  }

  static void finish(llvm::Function& function) {
    function.setLinkage(llvm::GlobalValue::InternalLinkage);
    function.setDSOLocal(true);
    if (function.isConvergent()) {
      return;
    }
    for (llvm::User* user : function.users()) {
      auto* call = llvm::dyn_cast<llvm::CallBase>(user);
      if (call && call->getCalledOperand() == &function) {
        call->removeFnAttr(llvm::Attribute::Convergent);
      }
    }
  }

  const Archive& archive;
  llvm::Module& module;
  llvm::IRMover mover;
  llvm::SmallVector<uint32_t, 16> wanted;
  llvm::SmallVector<llvm::Function*, 16> linked;
  LinkStatistics statistics;
};

} // namespace

Library::Library(std::unique_ptr<State> opened) : state(std::move(opened)) {}
Library::Library(Library&&) noexcept = default;
Library& Library::operator=(Library&&) noexcept = default;
Library::~Library() = default;

cargo::expected<Library, std::string> Library::open(std::span<const uint8_t> data) {
  auto opened = Archive::open(data);
  if (!opened) {
    return Failure{opened.error()};
  }
  return Library(std::unique_ptr<State>(new State{*opened}));
}

bool Library::defines(std::string_view name) const {
  return state->archive.find(name) != Archive::none;
}
size_t Library::size() const { return state->archive.symbol_count(); }
std::string_view Library::name(size_t index) const {
  return state->archive.symbol_name(uint32_t(index));
}

cargo::expected<LinkStatistics, std::string> Library::link(llvm::Module& module) const {
  return Link(state->archive, module).run();
}

} // namespace builtins
