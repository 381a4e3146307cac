// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "loader/code_memory.h"

#include <algorithm>
#include <new>
#include <sys/mman.h>
#include <unistd.h>
#include <vector>

namespace host {
namespace {

/// Address space of a region, unless something needs more.
constexpr size_t usual_size = size_t(32) << 20;

size_t page_size() {
  static const auto size = static_cast<size_t>(sysconf(_SC_PAGESIZE));
  return size;
}

/// Pages of one kind side by side, and which of them are taken.
class Pages {
public:
  Pages(std::byte* from, size_t count) : begin(from), taken(count) {}

  /// The first of so many free pages in a row, which are taken then, or null.
  std::byte* take(size_t count) {
    size_t row = 0;
    for (size_t i = first_free; i < taken.size(); ++i) {
      row = taken[i] ? 0 : row + 1;
      if (row == count) {
        const size_t first = i + 1 - count;
        std::fill_n(taken.begin() + static_cast<ptrdiff_t>(first), count, true);
        first_free = first == first_free ? i + 1 : first_free;
        return begin + first * page_size();
      }
    }
    return nullptr;
  }
  void give_back(const std::byte* from, size_t count) {
    const size_t first = static_cast<size_t>(from - begin) / page_size();
    std::fill_n(taken.begin() + static_cast<ptrdiff_t>(first), count, false);
    first_free = std::min(first_free, first);
  }

private:
  std::byte* begin;
  std::vector<bool> taken;
  size_t first_free = 0; ///< none before it is free
};

/// Unused memory is neither there nor accessible. False if the system refuses, because there are
/// too many mappings.
bool make_inaccessible(std::byte* begin, size_t size) {
  return mprotect(begin, size, PROT_NONE) == 0 && madvise(begin, size, MADV_DONTNEED) == 0;
}

} // namespace

std::mutex& code_memory_mutex() {
  static constinit std::mutex mutex; // trivially destroyed: code may outlive static objects
  return mutex;
}

/// Address space whose first half is for code and whose second half is for data. The mutex protects
/// all regions.
class CodeRegion {
public:
  /// Null if there is no memory.
  static CodeRegion* make(size_t min_half) {
    const size_t half = std::max(min_half, usual_size / 2);
    void* memory =
        mmap(nullptr, 2 * half, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED) {
      return nullptr;
    }
    try {
      return new CodeRegion(static_cast<std::byte*>(memory), half);
    } catch (const std::bad_alloc&) {
      munmap(memory, 2 * half);
      return nullptr;
    }
  }
  CodeRegion(const CodeRegion&) = delete;
  ~CodeRegion() { munmap(base, 2 * half); }

  /// Takes both parts, whose sizes are set, or none of them.
  bool take(CodeMemory& wanted) {
    std::byte* code = code_pages.take(wanted.code_part.size / page_size());
    std::byte* data = code ? data_pages.take(wanted.data_part.size / page_size()) : nullptr;
    if (data == nullptr) {
      if (code != nullptr) {
        code_pages.give_back(code, wanted.code_part.size / page_size());
      }
      return false;
    }
    wanted.code_part.begin = code;
    wanted.data_part.begin = data;
    wanted.region = this;
    ++users;
    return true;
  }
  void give_back(const CodeMemory& unused) {
    for (const auto& [pages, part] :
         {std::pair(&code_pages, unused.code_part), std::pair(&data_pages, unused.data_part)}) {
      if (make_inaccessible(part.begin, part.size)) {
        pages->give_back(part.begin, part.size / page_size());
      }
    }
    --users;
  }
  [[nodiscard]] bool unused() const { return users == 0; }

  CodeRegion* next = nullptr;

private:
  CodeRegion(std::byte* memory, size_t half_size)
      : base(memory), half(half_size), code_pages(base, half / page_size()),
        data_pages(base + half, half / page_size()) {}

  std::byte* const base;
  const size_t half; ///< bytes
  Pages code_pages, data_pages;
  size_t users = 0;
};

namespace {

constinit CodeRegion* regions = nullptr; // the latest first

bool take(CodeMemory& wanted, size_t largest_part) {
  const std::lock_guard lock(code_memory_mutex());
  for (CodeRegion* region = regions; region != nullptr; region = region->next) {
    if (region->take(wanted)) {
      return true;
    }
  }
  CodeRegion* region = CodeRegion::make(largest_part);
  if (region == nullptr) {
    return false;
  }
  region->next = std::exchange(regions, region);
  return region->take(wanted);
}

/// One unused region is kept, so that a program that is loaded again and again does not make one
/// each time.
void give_back(CodeRegion& region, const CodeMemory& unused) {
  const std::lock_guard lock(code_memory_mutex());
  region.give_back(unused);
  if (!region.unused() || (regions == &region && region.next == nullptr)) {
    return;
  }
  CodeRegion** link = &regions;
  while (*link != &region) {
    link = &(*link)->next;
  }
  *link = region.next;
  delete &region;
}

} // namespace

CodeMemory::~CodeMemory() {
  if (region != nullptr) {
    give_back(*region, *this);
  }
}

bool CodeMemory::map(uint64_t code_bytes, uint64_t data_bytes) {
  const auto pages = [](uint64_t bytes) {
    return std::max<uint64_t>((bytes + page_size() - 1) / page_size(), 1) * page_size();
  };
  code_part.size = pages(code_bytes);
  data_part.size = pages(data_bytes);
  if (!take(*this, std::max(code_part.size, data_part.size))) {
    return false;
  }
  return mprotect(code_part.begin, code_part.size, PROT_READ | PROT_WRITE) == 0 &&
         mprotect(data_part.begin, data_part.size, PROT_READ | PROT_WRITE) == 0;
}

bool CodeMemory::protect() {
  if (mprotect(code_part.begin, code_part.size, PROT_READ | PROT_EXEC) != 0) {
    return false;
  }
  // Does nothing on x86; CPUs whose instruction caches do not watch the data caches need it.
  auto* begin = reinterpret_cast<char*>(code_part.begin);
  __builtin___clear_cache(begin, begin + code_part.size);
  return mprotect(data_part.begin, data_part.size, PROT_READ) == 0;
}

} // namespace host
