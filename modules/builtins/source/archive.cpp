// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "archive.h"

#include <xxhash.h>

#include <algorithm>
#include <cstring>
#include <utility>

namespace builtins {
namespace {

constexpr uint32_t magic = 0x4142574C; // "LWBA"
constexpr uint32_t version = 1;
constexpr size_t alignment = 16;

struct Header {
  uint32_t magic;
  uint32_t version;
  uint32_t symbols;
  uint32_t members;
  uint64_t name_bytes;
  uint64_t size;
  uint64_t checksum;
};
struct SymbolEntry {
  uint32_t name;
  uint32_t length;
  uint32_t member;
};
struct MemberEntry {
  uint64_t offset;
  uint64_t size;
  uint64_t checksum;
};

size_t members_offset(uint64_t symbols) {
  const size_t end = sizeof(Header) + symbols * sizeof(SymbolEntry);
  return (end + 7) / 8 * 8;
}
size_t names_offset(uint64_t symbols, uint64_t members) {
  return members_offset(symbols) + members * sizeof(MemberEntry);
}

template <typename T> T load(const uint8_t* from) {
  T value;
  std::memcpy(&value, from, sizeof value);
  return value;
}

template <typename T> void store(std::vector<uint8_t>& to, size_t at, const T& value) {
  std::memcpy(to.data() + at, &value, sizeof value);
}

cargo::unexpected<std::string> error(const char* what) {
  return {std::string("built-ins archive: ") + what};
}

uint64_t index_end(const Header& header) {
  return names_offset(header.symbols, header.members) + header.name_bytes;
}

/// Every entry points where it may; names are sorted.
bool index_is_sound(const Header& header, bytes_view data) {
  const auto* symbols = data.data() + sizeof(Header);
  const auto* names = data.data() + names_offset(header.symbols, header.members);
  std::string_view before;
  for (uint32_t i = 0; i < header.symbols; ++i) {
    const auto entry = load<SymbolEntry>(symbols + i * sizeof(SymbolEntry));
    if (uint64_t(entry.name) + entry.length > header.name_bytes || entry.member >= header.members) {
      return false;
    }
    const std::string_view name(reinterpret_cast<const char*>(names + entry.name), entry.length);
    if (i > 0 && name <= before) {
      return false;
    }
    before = name;
  }
  const auto* members = data.data() + members_offset(header.symbols);
  for (uint32_t i = 0; i < header.members; ++i) {
    const auto entry = load<MemberEntry>(members + i * sizeof(MemberEntry));
    if (entry.offset < index_end(header) || entry.offset > data.size() ||
        entry.size > data.size() - entry.offset) {
      return false;
    }
  }
  return true;
}

} // namespace

cargo::expected<Archive, std::string> Archive::open(bytes_view data) {
  if (data.size() < sizeof(Header)) {
    return error("shorter than a header");
  }
  const auto header = load<Header>(data.data());
  if (header.magic != magic) {
    return error("the magic number is missing");
  }
  if (header.version != version) {
    return error("of another format version");
  }
  if (header.size != data.size()) {
    return error("not of the size that it states");
  }
  if (header.name_bytes > data.size() || index_end(header) > data.size()) {
    return error("the index ends beyond the file");
  }
  const auto index = data.subspan(sizeof(Header), index_end(header) - sizeof(Header));
  if (XXH3_64bits(index.data(), index.size()) != header.checksum) {
    return error("the index does not match its checksum");
  }
  if (!index_is_sound(header, data)) {
    return error("the index is malformed");
  }
  Archive archive;
  archive.data = data;
  archive.symbols = header.symbols;
  archive.members = header.members;
  return archive;
}

const uint8_t* Archive::symbol_entry(uint32_t symbol) const {
  return data.data() + sizeof(Header) + symbol * sizeof(SymbolEntry);
}

std::string_view Archive::symbol_name(uint32_t symbol) const {
  const auto entry = load<SymbolEntry>(symbol_entry(symbol));
  const auto* names = data.data() + names_offset(symbols, members);
  return {reinterpret_cast<const char*>(names + entry.name), entry.length};
}

uint32_t Archive::symbol_member(uint32_t symbol) const {
  return load<SymbolEntry>(symbol_entry(symbol)).member;
}

uint32_t Archive::find(std::string_view name) const {
  uint32_t low = 0, high = symbols;
  while (low < high) {
    const uint32_t middle = low + (high - low) / 2;
    if (symbol_name(middle) < name) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low < symbols && symbol_name(low) == name ? symbol_member(low) : none;
}

cargo::expected<bytes_view, std::string> Archive::member(uint32_t index) const {
  const auto* entries = data.data() + members_offset(symbols);
  const auto entry = load<MemberEntry>(entries + index * sizeof(MemberEntry));
  const auto member = data.subspan(entry.offset, entry.size);
  if (XXH3_64bits(member.data(), member.size()) != entry.checksum) {
    return error("a member does not match its checksum");
  }
  return member;
}

std::vector<uint8_t> write_archive(std::span<const Member> members) {
  std::vector<std::pair<std::string_view, uint32_t>> symbols;
  for (uint32_t i = 0; i < members.size(); ++i) {
    for (const auto& name : members[i].names) {
      symbols.emplace_back(name, i);
    }
  }
  std::sort(symbols.begin(), symbols.end());

  std::string names;
  std::vector<uint8_t> out(names_offset(symbols.size(), members.size()));
  for (size_t i = 0; i < symbols.size(); ++i) {
    const auto& [name, member] = symbols[i];
    store(out, sizeof(Header) + i * sizeof(SymbolEntry),
          SymbolEntry{uint32_t(names.size()), uint32_t(name.size()), member});
    names += name;
  }
  out.insert(out.end(), names.begin(), names.end());
  const size_t end = out.size();

  for (size_t i = 0; i < members.size(); ++i) {
    out.resize((out.size() + alignment - 1) / alignment * alignment);
    const auto& content = members[i].data;
    store(out, members_offset(symbols.size()) + i * sizeof(MemberEntry),
          MemberEntry{out.size(), content.size(), XXH3_64bits(content.data(), content.size())});
    out.insert(out.end(), content.begin(), content.end());
  }
  const uint64_t checksum = XXH3_64bits(out.data() + sizeof(Header), end - sizeof(Header));
  store(out, 0,
        Header{magic, version, uint32_t(symbols.size()), uint32_t(members.size()), names.size(),
               out.size(), checksum});
  return out;
}

} // namespace builtins
