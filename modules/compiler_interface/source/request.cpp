// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler_interface/request.h"

#include "binary/stream.h"

#include <xxhash.h>

namespace compiler {
namespace {

/// Reads with `parse`; the bytes must hold exactly that.
template <typename T, typename F>
cargo::expected<T, std::string> read_whole(binary::bytes_view data, const char* what, F parse) {
  binary::Reader reader(data);
  T value = parse(reader);
  if (reader.failed || reader.remaining()) {
    return cargo::unexpected{std::string(what) + " is malformed: the compiler library and its "
                                                 "caller are of different builds"};
  }
  return value;
}

binary::bytes copy(binary::bytes_view data) { return {data.begin(), data.end()}; }

} // namespace

std::array<uint64_t, 2> content_hash(binary::bytes_view contents) {
  const XXH128_hash_t hash = XXH3_128bits(contents.data(), contents.size());
  return {hash.high64, hash.low64};
}

binary::bytes write(const Request& request) {
  binary::Writer writer;
  writer.number(request.operation);
  writer.text(request.device);
  writer.text(request.options);
  writer.text(request.source);
  writer.text(request.source_name);
  writer.number<uint64_t>(request.headers.size());
  for (const Header& header : request.headers) {
    writer.text(header.name);
    writer.text(header.text);
  }
  writer.number<uint64_t>(request.inputs.size());
  for (const binary::bytes& input : request.inputs) {
    writer.blob(input);
  }
  writer.blob(request.il);
  writer.number<uint64_t>(request.specializations.size());
  for (const SpecializationValue& constant : request.specializations) {
    writer.number(constant.id);
    writer.blob(constant.value);
  }
  writer.text(request.launch.kernel);
  for (const uint64_t extent : request.launch.local_size) {
    writer.number(extent);
  }
  writer.number(request.launch.work_dim);
  writer.number<uint8_t>(request.launch.zero_offset);
  writer.number<uint64_t>(request.launch.arguments.size());
  for (const ArgumentFact& fact : request.launch.arguments) {
    writer.number(fact.kind);
    writer.number(fact.argument);
    writer.number(fact.values[0]);
    writer.number(fact.values[1]);
    writer.number(fact.offset);
    writer.number(fact.size);
  }
  writer.number<uint64_t>(request.kernels.size());
  for (const std::string& kernel : request.kernels) {
    writer.text(kernel);
  }
  writer.number(request.code_offset);
  writer.number<uint8_t>(request.variants_follow);
  return std::move(writer.data);
}

cargo::expected<Request, std::string> read_request(binary::bytes_view data) {
  return read_whole<Request>(data, "compile request", [](binary::Reader& reader) {
    Request request;
    request.operation = reader.number<Operation>();
    request.device = reader.text();
    request.options = reader.text();
    request.source = reader.text();
    request.source_name = reader.text();
    request.headers.resize(reader.count(16));
    for (Header& header : request.headers) {
      header.name = reader.text();
      header.text = reader.text();
    }
    request.inputs.resize(reader.count(8));
    for (binary::bytes& input : request.inputs) {
      input = copy(reader.blob());
    }
    request.il = copy(reader.blob());
    request.specializations.resize(reader.count(12));
    for (SpecializationValue& constant : request.specializations) {
      constant.id = reader.number<uint32_t>();
      constant.value = copy(reader.blob());
    }
    request.launch.kernel = reader.text();
    for (uint64_t& extent : request.launch.local_size) {
      extent = reader.number<uint64_t>();
    }
    request.launch.work_dim = reader.number<uint32_t>();
    request.launch.zero_offset = reader.number<uint8_t>() != 0;
    request.launch.arguments.resize(reader.count(16));
    for (ArgumentFact& fact : request.launch.arguments) {
      fact.kind = reader.number<ArgumentFact::Kind>();
      fact.argument = reader.number<uint32_t>();
      fact.values = {reader.number<uint32_t>(), reader.number<uint32_t>()};
      fact.offset = reader.number<uint32_t>();
      fact.size = reader.number<uint32_t>();
    }
    request.kernels.resize(reader.count(8));
    for (std::string& kernel : request.kernels) {
      kernel = reader.text();
    }
    request.code_offset = reader.number<uint64_t>();
    request.variants_follow = reader.number<uint8_t>() != 0;
    return request;
  });
}

binary::bytes write(const Response& response) {
  binary::Writer writer;
  writer.number(response.status);
  writer.text(response.log);
  writer.blob(response.binary);
  writer.number<uint64_t>(response.files.size());
  for (const FileUse& use : response.files) {
    writer.text(use.path);
    writer.number(use.kind);
    writer.number(use.hash[0]);
    writer.number(use.hash[1]);
  }
  writer.text(response.working_directory);
  writer.number<uint8_t>(response.repeatable);
  writer.number<uint64_t>(response.phases.size());
  for (const Phase& phase : response.phases) {
    writer.text(phase.name);
    writer.number(phase.begin);
    writer.number(phase.end);
  }
  return std::move(writer.data);
}

cargo::expected<Response, std::string> read_response(binary::bytes_view data) {
  return read_whole<Response>(data, "compile response", [](binary::Reader& reader) {
    Response response;
    response.status = reader.number<Status>();
    response.log = reader.text();
    response.binary = copy(reader.blob());
    response.files.resize(reader.count(28));
    for (FileUse& use : response.files) {
      use.path = reader.text();
      use.kind = reader.number<FileUse::Kind>();
      use.hash = {reader.number<uint64_t>(), reader.number<uint64_t>()};
    }
    response.working_directory = reader.text();
    response.repeatable = reader.number<uint8_t>() != 0;
    response.phases.resize(reader.count(24));
    for (Phase& phase : response.phases) {
      phase.name = reader.text();
      phase.begin = reader.number<uint64_t>();
      phase.end = reader.number<uint64_t>();
    }
    return response;
  });
}

binary::bytes write(const std::vector<TargetInfo>& targets) {
  binary::Writer writer;
  writer.number<uint64_t>(targets.size());
  for (const TargetInfo& target : targets) {
    writer.text(target.name);
    writer.text(target.device_name);
    writer.number<uint64_t>(target.options.size());
    for (const TargetInfo::Option& option : target.options) {
      writer.text(option.name);
      writer.number<uint8_t>(option.takes_value);
      writer.text(option.help);
    }
  }
  return std::move(writer.data);
}

cargo::expected<std::vector<TargetInfo>, std::string> read_targets(binary::bytes_view data) {
  return read_whole<std::vector<TargetInfo>>(data, "target list", [](binary::Reader& reader) {
    std::vector<TargetInfo> targets(reader.count(24));
    for (TargetInfo& target : targets) {
      target.name = reader.text();
      target.device_name = reader.text();
      target.options.resize(reader.count(17));
      for (TargetInfo::Option& option : target.options) {
        option.name = reader.text();
        option.takes_value = reader.number<uint8_t>();
        option.help = reader.text();
      }
    }
    return targets;
  });
}

} // namespace compiler
