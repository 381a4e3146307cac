// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "locate.h"

#include <llvm/DebugInfo/DWARF/DWARFContext.h>
#include <llvm/Object/ObjectFile.h>

namespace compiler {
namespace {

/// "<file>:<line>" of an instruction of one object, or "".
std::string line_of(const binary::bytes& code, uint64_t offset) {
  const llvm::StringRef bytes(reinterpret_cast<const char*>(code.data()), code.size());
  auto object = llvm::object::ObjectFile::createObjectFile({bytes, "kernels"});
  if (!object) {
    llvm::consumeError(object.takeError());
    return "";
  }
  const auto context = llvm::DWARFContext::create(**object);
  for (const llvm::object::SectionRef& section : (*object)->sections()) {
    if (!section.isText() || offset >= section.getSize()) {
      continue;
    }
    const auto info = context->getLineInfoForAddress(
        {offset, section.getIndex()}, {llvm::DILineInfoSpecifier::FileLineInfoKind::RawValue,
                                       llvm::DILineInfoSpecifier::FunctionNameKind::None});
    if (info && info->Line != 0) {
      return info->FileName + ":" + std::to_string(info->Line);
    }
  }
  return "";
}

} // namespace

Response locate(const Request& request) {
  if (request.inputs.size() != 1) {
    return refusal(Status::internal_error, "error: there must be one executable\n");
  }
  const auto program = binary::read(request.inputs[0]);
  if (!program) {
    return refusal(Status::invalid_binary, "error: " + program.error() + "\n");
  }
  Response response;
  response.status = Status::success;
  for (const binary::Payload& payload : program->payloads) {
    if (response.log.empty()) {
      response.log = line_of(payload.code, request.code_offset);
    }
  }
  return response;
}

} // namespace compiler
