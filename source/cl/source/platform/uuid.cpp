// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "platform/uuid.h"

#include "compiler_interface/build_id.h"
#include "platform/platform.h"

#include <string>
#include <string_view>

namespace cl {
namespace {

/// A hash (FNV-1a, 128 bits) in the form of a UUID of version 8, "of the vendor's own making" (RFC
/// 9562, section 5.8).
Uuid uuid_of(std::string_view name) {
  using Wide = unsigned __int128;
  constexpr Wide prime = (Wide(1) << 88) + 0x13b;
  Wide hash = (Wide(0x6c62272e07bb0142) << 64) + 0x62b821756295c58d;
  for (const char character : name) {
    hash = (hash ^ static_cast<unsigned char>(character)) * prime;
  }
  Uuid uuid;
  for (cl_uchar& byte : uuid) {
    byte = static_cast<cl_uchar>(hash >> 120);
    hash <<= 8;
  }
  uuid[6] = static_cast<cl_uchar>((uuid[6] & 0x0f) | 0x80);
  uuid[8] = static_cast<cl_uchar>((uuid[8] & 0x3f) | 0x80);
  return uuid;
}

} // namespace

Uuid device_uuid(const Device& device) {
  const auto& info = device.info();
  return uuid_of(std::string("device of ") + device.platform.info.name + ": " + info.device_name +
                 ", number " + std::to_string(info.index));
}

Uuid driver_uuid() { return uuid_of(std::string("driver ") + compiler::build_id); }

} // namespace cl
