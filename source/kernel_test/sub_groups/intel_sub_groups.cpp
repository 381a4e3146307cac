// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The functions of cl_intel_subgroups, _char, _short and _long and cl_intel_subgroup_local_block_io
// in OpenCL C. Each kernel says how large its sub-groups are; groups are whole numbers of them.
#include "harness.h"

#include <CL/cl_ext.h>
#include <cctype>
#include <cstring>

namespace {

constexpr size_t items = 256, local = 128;

class IntelSubGroups : public KernelTest {
protected:
  /// Runs kernel `k` of (out, sizes): what each work-item writes to `out`, and its place.
  struct Result {
    std::vector<cl_ulong> out;
    std::vector<cl_uint> size; ///< get_max_sub_group_size
    std::vector<cl_uint> lane;
    /// The first item of the sub-group of an item.
    [[nodiscard]] size_t first(size_t item) const { return item - lane[item]; }
  };
  template <typename... More>
  Result run_kernel(const std::string& body, const std::string& options, More&... more) {
    Result result = {std::vector<cl_ulong>(items, 77), std::vector<cl_uint>(items),
                     std::vector<cl_uint>(items)};
    std::vector<cl_ulong>& out = result.out;
    build("kernel void k(global ulong* out, global uint* size, global uint* lane" + parameters +
              ") {\n size_t g = get_global_id(0);\n uint me = get_sub_group_local_id(), most = "
              "get_max_sub_group_size();\n size[g] = most; lane[g] = me;\n" +
              body + "\n}",
          options);
    run({{items}, {local}, {}}, out, result.size, result.lane, more...);
    for (size_t i = 0; i < items; ++i) {
      EXPECT_EQ(result.size[i], result.size[0]);
      EXPECT_EQ(result.lane[i], i % result.size[0]) << i;
    }
    return result;
  }
  std::string parameters; ///< of the kernel, more of them
};
SOURCE_VARIANTS(IntelSubGroups);

/// A value of each work-item, small enough for all types.
cl_ulong value_of(size_t item) { return item * 5 % 61; }

TEST_P(IntelSubGroups, shuffles) {
  for (const char* type : {"char", "uchar16", "short3", "ushort", "int2", "uint", "float", "float8",
                           "long", "ulong", "double"}) {
    SCOPED_TRACE(type);
    const std::string name = type;
    const bool is_vector = std::isdigit(static_cast<unsigned char>(name.back())) != 0;
    const std::string element = is_vector ? ".s1" : "";
    const Result r = run_kernel(
        "T x = (T)(g * 5 % 61), y = (T)(100);\n"
        "T a = intel_sub_group_shuffle(x, (me + 1) % most), b = intel_sub_group_shuffle_xor(x, "
        "most > 1 ? 1 : 0);\n"
        "T c = intel_sub_group_shuffle_down(x, y, 1u), d = intel_sub_group_shuffle_up(y, x, 1u);\n"
        "out[g] = (ulong)a" +
            element + " + 1000 * (ulong)b" + element + " + 1000000 * (ulong)c" + element +
            " + 1000000000 * (ulong)d" + element + ";",
        "-DT=" + name);
    for (size_t i = 0; i < items; ++i) {
      const size_t most = r.size[i], me = r.lane[i], first = r.first(i);
      const cl_ulong a = value_of(first + (me + 1) % most);
      const cl_ulong b = value_of(first + (most > 1 ? me ^ 1 : me));
      const cl_ulong c = me + 1 < most ? value_of(i + 1) : 100;
      const cl_ulong d = me > 0 ? value_of(i - 1) : 100;
      ASSERT_EQ(r.out[i], a + 1000 * b + 1000000 * c + 1000000000 * d) << i;
    }
  }
}

TEST_P(IntelSubGroups, collectivesOfSmallTypes) {
  struct Type {
    const char* name;
    int bits;
    bool is_signed;
  };
  for (const Type& type : {Type{"char", 8, true}, Type{"uchar", 8, false}, Type{"short", 16, true},
                           Type{"ushort", 16, false}}) {
    SCOPED_TRACE(type.name);
    // The least of signed numbers is a greatest of unsigned ones.
    const Result r = run_kernel(
        "T x = (T)(g * 37 - 50);\n"
        "T sum = intel_sub_group_reduce_add(x), least = intel_sub_group_reduce_min(x), max_x = "
        "intel_sub_group_reduce_max(x);\n"
        "T before = intel_sub_group_scan_exclusive_add(x), up_to = "
        "intel_sub_group_scan_inclusive_max(x);\n"
        "T other = intel_sub_group_broadcast(x, most - 1);\n"
        "T min_before = intel_sub_group_scan_exclusive_min(x), max_before = "
        "intel_sub_group_scan_exclusive_max(x);\n"
        "T more = intel_sub_group_scan_inclusive_add(x) ^ intel_sub_group_scan_inclusive_min(x) ^\n"
        "         (me ? min_before ^ max_before : 0);\n"
        "out[g] = (sum & 255) | (least & 255ul) << 8 | (max_x & 255ul) << 16 | (before & 255ul) "
        "<< 24 |\n"
        "         (up_to & 255ul) << 32 | (other & 255ul) << 40 | (more & 255ul) << 48;",
        std::string("-DT=") + type.name);
    const auto wrap = [&](cl_long x) {
      const cl_long modulus = cl_long(1) << type.bits;
      const cl_long low = ((x % modulus) + modulus) % modulus;
      return type.is_signed && low >= modulus / 2 ? low - modulus : low;
    };
    for (size_t i = 0; i < items; ++i) {
      const size_t first = r.first(i), end = first + r.size[i];
      const auto x = [&](size_t item) { return wrap(cl_long(item) * 37 - 50); };
      cl_long sum = 0, least = x(first), most = x(first), before = 0, up_to = x(first);
      cl_long sum_up_to = 0, min_up_to = x(first), min_before = x(first), max_before = x(first);
      for (size_t j = first; j < end; ++j) {
        sum += x(j);
        least = std::min(least, x(j));
        most = std::max(most, x(j));
        if (j <= i) {
          up_to = std::max(up_to, x(j));
          min_up_to = std::min(min_up_to, x(j));
          sum_up_to += x(j);
        }
        if (j < i) {
          before += x(j);
          min_before = std::min(min_before, x(j));
          max_before = std::max(max_before, x(j));
        }
      }
      const cl_long more = wrap(sum_up_to) ^ min_up_to ^ (i > first ? min_before ^ max_before : 0);
      const auto byte = [&](cl_long v) { return cl_ulong(v) & 255; };
      ASSERT_EQ(r.out[i], byte(sum) | byte(least) << 8 | byte(most) << 16 | byte(before) << 24 |
                              byte(up_to) << 32 | byte(x(end - 1)) << 40 | byte(more) << 48)
          << i;
    }
  }
}

struct Block {
  const char* suffix;
  const char* type;
  unsigned bytes;
  unsigned most; ///< elements of a work-item
};
constexpr Block blocks[] = {{"", "uint", 4, 8},
                            {"_ui", "uint", 4, 8},
                            {"_uc", "uchar", 1, 16},
                            {"_us", "ushort", 2, 16},
                            {"_ul", "ulong", 8, 8}};

/// `in` is read in blocks and written in blocks, through local memory; each work-item also says
/// what the last of its elements was.
TEST_P(IntelSubGroups, blocksOfGlobalAndLocalMemory) {
  for (const Block& block : blocks) {
    for (const unsigned count : {1u, 4u, block.most}) {
      const std::string n = count == 1 ? "" : std::to_string(count), of = block.suffix + n;
      SCOPED_TRACE(of);
      parameters = ", const global T* in, global T* copy, local T* shared";
      const std::string last =
          count == 1 ? "" : ".s" + std::string(1, "0123456789abcdef"[count - 1]);
      std::vector<unsigned char> in(items * count * block.bytes), copy(in.size());
      for (size_t i = 0; i < in.size(); ++i) {
        in[i] = static_cast<unsigned char>(i * 31 + i / 256);
      }
      const Local shared = {local * count * block.bytes};
      const Result r = run_kernel(
          "size_t begin = (g - me) * N; local T* own = shared + (get_local_id(0) - me) * N;\n"
          "V v = intel_sub_group_block_read" +
              of +
              "(in + begin);\n"
              "intel_sub_group_block_write" +
              of +
              "(own, v);\n"
              "sub_group_barrier(CLK_LOCAL_MEM_FENCE);\n"
              "V w = intel_sub_group_block_read" +
              of +
              "((const local T*)own);\n"
              "intel_sub_group_block_write" +
              of +
              "(copy + begin, w);\n"
              "out[g] = v" +
              last + ";",
          std::string("-DT=") + block.type + " -DV=" + block.type + n +
              " -DN=" + std::to_string(count),
          in, copy, shared);
      EXPECT_EQ(copy, in);
      for (size_t i = 0; i < items; ++i) {
        const size_t at = r.first(i) * count + (count - 1) * r.size[i] + r.lane[i];
        cl_ulong expected = 0;
        std::memcpy(&expected, &in[at * block.bytes], block.bytes);
        ASSERT_EQ(r.out[i], expected) << i;
      }
    }
  }
}

TEST_P(IntelSubGroups, blocksOfImages) {
  constexpr size_t width = items, height = 40; // texels of 4 bytes
  const cl_image_format format = {CL_R, CL_UNSIGNED_INT32};
  cl_image_desc shape = {};
  shape.image_type = CL_MEM_OBJECT_IMAGE2D;
  shape.image_width = width;
  shape.image_height = height;
  std::vector<unsigned char> texels(width * height * 4);
  for (size_t i = 0; i < texels.size(); ++i) {
    texels[i] = static_cast<unsigned char>(i * 31 + i / 1021);
  }
  for (const Block& block : blocks) {
    for (const unsigned count : {1u, 4u, block.most}) {
      const std::string n = count == 1 ? "" : std::to_string(count), of = block.suffix + n;
      SCOPED_TRACE(of);
      cl_int error = 0;
      cl_mem from = clCreateImage(context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, &format, &shape,
                                  texels.data(), &error);
      ASSERT_EQ(error, CL_SUCCESS);
      cl_mem to = clCreateImage(context, CL_MEM_WRITE_ONLY, &format, &shape, nullptr, &error);
      ASSERT_EQ(error, CL_SUCCESS);
      parameters = ", read_only image2d_t from, write_only image2d_t to";
      const std::string last =
          count == 1 ? "" : ".s" + std::string(1, "0123456789abcdef"[count - 1]);
      // Half of the items, so that elements of 8 bytes fit; 16 bytes from the left, row 1.
      const Result r =
          run_kernel("int2 at = (int2)((int)((g % 64 - me) * sizeof(T)) + 16, 1 + 16 * (int)(g >= "
                     "64 && g < 128));\n"
                     "out[g] = 0;\n"
                     "if (g < 128) {\n"
                     "  V v = intel_sub_group_block_read" +
                         of +
                         "(from, at);\n"
                         "  intel_sub_group_block_write" +
                         of +
                         "(to, at, v);\n"
                         "  out[g] = v" +
                         last + ";\n}",
                     std::string("-DT=") + block.type + " -DV=" + block.type + n, from, to);
      std::vector<unsigned char> written(texels.size());
      const size_t origin[3] = {}, region[3] = {width, height, 1};
      ASSERT_EQ(clEnqueueReadImage(queue, to, CL_TRUE, origin, region, 0, 0, written.data(), 0,
                                   nullptr, nullptr),
                CL_SUCCESS);
      for (size_t i = 0; i < 128; ++i) {
        for (unsigned row = 0; row < count; ++row) {
          const size_t at = (1 + 16 * (i >= 64) + row) * width * 4 + 16 + i % 64 * block.bytes;
          cl_ulong read = 0, wrote = 0;
          std::memcpy(&read, &texels[at], block.bytes);
          std::memcpy(&wrote, &written[at], block.bytes);
          ASSERT_EQ(wrote, read) << i << ", row " << row;
          if (row == count - 1) {
            ASSERT_EQ(r.out[i], read) << i;
          }
        }
      }
      clReleaseMemObject(from);
      clReleaseMemObject(to);
    }
  }
}

TEST_P(IntelSubGroups, ofARequiredSize) {
  for (const cl_uint size : {1, 2, 4, 8, 16, 32, 64}) {
    if (!has_sub_groups_of(size)) {
      continue;
    }
    build("__attribute__((intel_reqd_sub_group_size(" + std::to_string(size) + R"()))
           kernel void k(global uint* out) {
             size_t g = get_global_id(0);
             out[g] = 1000 * get_max_sub_group_size() + intel_sub_group_shuffle((uint)g, 0u);
           })");
    size_t required = 0;
    EXPECT_EQ(clGetKernelSubGroupInfo(kernel, device, CL_KERNEL_COMPILE_SUB_GROUP_SIZE_INTEL, 0,
                                      nullptr, sizeof required, &required, nullptr),
              CL_SUCCESS);
    EXPECT_EQ(required, size);
    std::vector<cl_uint> out(items);
    run({{items}, {local}, {}}, out);
    for (cl_uint i = 0; i < items; ++i) {
      ASSERT_EQ(out[i], 1000 * size + i / size * size) << i;
    }
  }
}

/// Programs of every version have them, and may have functions of these names themselves.
TEST_P(IntelSubGroups, inAllVersions) {
  for (const char* version : {"", "-cl-std=CL1.1", "-cl-std=CL2.0", "-cl-std=CL3.0",
                              "-cl-std=CL3.1", "-cl-std=CLC++2021"}) {
    SCOPED_TRACE(version);
    parameters = "";
    const Result r = run_kernel("out[g] = sub_group_reduce_add((int)1) + 1000 * "
                                "intel_sub_group_shuffle(sub_group_any(me == 0), 0u);",
                                version);
    EXPECT_EQ(r.out, std::vector<cl_ulong>(items, r.size[0] + 1000));
    build("int sub_group_reduce_add(int x) { return x + 5; }\n"
          "kernel void k(global int* out) { *out = sub_group_reduce_add(2); }",
          version);
    std::vector<cl_int> out = {0};
    run({{1}, {1}, {}}, out);
    EXPECT_EQ(out[0], 7);
  }
}

/// The name of a function may come from a macro, or from a header.
TEST_P(IntelSubGroups, namesThatMacrosMake) {
  parameters = "";
  const Result r = run_kernel(
      "#define CALL(what) intel_sub ## _group_ ## what\n out[g] = CALL(shuffle)((uint)g, 0u);", "");
  for (size_t i = 0; i < items; ++i) {
    ASSERT_EQ(r.out[i], r.first(i)) << i;
  }
}

} // namespace
