// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "random/random_kernel.h"

#include <array>
#include <random>
#include <vector>

namespace {

constexpr std::array<const char*, 8> integer_types = {"char", "uchar", "short", "ushort",
                                                      "int",  "uint",  "long",  "ulong"};

class Generator {
public:
  explicit Generator(uint64_t seed) : random(seed) {}

  std::string kernel() {
    line("#pragma OPENCL FP_CONTRACT OFF");
    const std::string own = below(4) == 0 ? "__attribute__((noinline)) " : "";
    line(own + "uint mix(uint a, uint b) { if (a & 4u) a ^= b << 3; return a * 2654435761u + b; }");
    line("kernel void k(global uint* out, global const uint* in, local uint* t) {");
    line("const uint g = get_global_id(0), l = get_local_id(0), n = get_local_size(0);");
    // With an index that may wrap as far as the compiler can tell, and one that cannot.
    line("const uint all = get_global_size(0); global uint* own = out + " +
         one_of(std::array{"g * 8u;", "get_global_id(0) * 8;"}));
    line("global uint* column = out + (all + 1u) * 8u + g;");
    line("uint x = l; t[l] = g;");
    line("uint fuel = 60u; uint a[8]; for (int i = 0; i < 8; ++i) a[i] = in[(g + i) & 255u];");
    for (int i = 0; i < 4; ++i) {
      const std::string number = std::to_string(i);
      types.push_back(integer_types[below(8)]);
      line(types.back() + " v" + number + " = (" + types.back() + ")in[(g * " +
           std::to_string(1 + below(3)) + "u + " + std::to_string(below(256)) + "u) & 255u];");
      uniform_names.push_back("u" + number);
      line("uint u" + number + " = in[" + std::to_string(below(256)) + "];");
    }
    line("float f = (float)(in[g & 255u] & 1023u); uint4 w = (uint4)(l, g, v0, 7u);");
    line("for (int i = 0; i < 8; ++i) own[i] = i;");
    line("for (int i = 0; i < 4; ++i) column[i * all] = l + i;");
    const bool barriers = below(2) == 0;
    const int parts = barriers ? 1 + below(3) : 1;
    for (int i = 0; i < parts; ++i) {
      may_return = i + 1 == parts;
      statements(2 + below(4), 3);
      if (i + 1 < parts) {
        exchange();
      }
    }
    for (int i = 0; i < 4; ++i) {
      line("own[" + std::to_string(i) + "] += (uint)v" + std::to_string(i) + " ^ u" +
           std::to_string(i) + ";");
    }
    line("own[4] ^= as_uint(f == f ? f : 1.0f); own[5] += w.x ^ w.y; own[6] ^= w.z + w.w;");
    line("uint s = t[l] ^ x; for (int i = 0; i < 8; ++i) s = mix(s, a[i]); own[7] ^= s;");
    line("}");
    return text;
  }

private:
  int below(int end) { return std::uniform_int_distribution<int>(0, end - 1)(random); }
  template <size_t n> std::string one_of(const std::array<const char*, n>& all) {
    return all[below(n)];
  }
  void line(const std::string& what) { text += what + "\n"; }

  /// A uint that is the same for all work-items.
  std::string uniform() {
    switch (below(4)) {
    case 0:
      return std::to_string(below(7)) + "u";
    case 1:
      return "(uint)get_group_id(0)";
    default:
      return uniform_names[below(4)];
    }
  }

  /// A uint.
  std::string value(int depth = 2) {
    switch (depth == 0 ? below(5) : below(18)) {
    case 0:
      return uniform();
    case 1:
      return "l";
    case 2:
      return "g";
    case 3:
    case 4:
      return "(uint)v" + std::to_string(below(4));
    case 5:
      return "a[" + value(depth - 1) + " & 7u]";
    case 6:
      return "in[(" + value(depth - 1) + ") & 255u]";
    case 7:
      return "w." + one_of(std::array{"x", "y", "z", "w"});
    case 8:
      return "(" + condition(depth - 1) + " ? " + value(depth - 1) + " : " + value(depth - 1) + ")";
    case 9:
      return "(uint)((" + one_of(integer_types) + ")(" + value(depth - 1) + ") " +
             one_of(std::array{"/", "%"}) + " (" + one_of(integer_types) + ")((" +
             value(depth - 1) + ") & 62u | 1u))"; // neither 0 nor, of the least number, -1
    case 10:
      return "mix(" + value(depth - 1) + ", " + value(depth - 1) + ")";
    case 11:
      return "(uint)((" + one_of(integer_types) + ")(" + value(depth - 1) + ") " +
             one_of(std::array{"<<", ">>"}) + " (" + value(depth - 1) + " & 7u))";
    case 12:
      return "(uint)((ulong)(" + value(depth - 1) + ") * (" + value(depth - 1) + ") >> 7)";
    case 13: // places made of ids: close together, in order, or not
      return "in[(" + one_of(std::array{"l", "g"}) + one_of(std::array{" * ", " ^ ", " & ~"}) +
             uniform() + " + l / (" + uniform() + " & 15u | 1u)) & 255u]";
    case 14:
      return below(2) ? "x" : place(depth - 1);
    default:
      return "(" + value(depth - 1) + " " + one_of(std::array{"+", "-", "*", "&", "|", "^"}) + " " +
             value(depth - 1) + ")";
    }
  }

  /// One that the work-item may read and write: its neighbours' lie beside it, or behind its
  /// others.
  std::string place(int depth) {
    switch (below(5)) {
    case 0:
      return "t[l]";
    case 1:
      return "a[" + value(depth) + " & 7u]";
    case 2:
      return "own[" + value(depth) + " & 7u]";
    case 3:
      return "column[(" + uniform() + " & 3u) * all]";
    default:
      return "column[(" + value(depth) + " & 3u) * all]";
    }
  }

  std::string condition(int depth = 1) {
    switch (below(6)) {
    case 0:
      return "((" + value(depth) + " & 3u) == " + std::to_string(below(4)) + "u)";
    case 1:
      return "(v" + std::to_string(below(4)) + " " + one_of(std::array{"<", ">=", "!="}) + " (" +
             one_of(integer_types) + ")(" + value(depth) + "))";
    case 2:
      return "(f " + one_of(std::array{"<", ">", ">="}) + " (float)(" + value(depth) + " & 1023u))";
    case 3:
      return "(" + uniform() + " > " + uniform() + ")";
    default:
      return "(" + value(depth) + " " + one_of(std::array{"<", ">", "==", "<="}) + " " +
             value(depth) + ")";
    }
  }

  void statements(int count, int depth) {
    for (int i = 0; i < count; ++i) {
      statement(depth);
    }
  }

  void statement(int depth) {
    switch (depth == 0 ? below(9) : below(17)) {
    case 0:
    case 1: {
      const int number = below(4);
      return line("v" + std::to_string(number) + " = (" + types[number] + ")(" + value() + ");");
    }
    case 2:
      return swap();
    case 3:
    case 4:
      return line(place(1) + " " + one_of(std::array{"=", "+=", "^="}) + " " + value() + ";");
    case 5:
      return line("f = " + one_of(std::array{"f * 0.5f", "-f", "fabs(f) + 1.0f", "f"}) +
                  " + (float)(" + value(1) + " & 255u);");
    case 6:
      return vector_statement();
    case 7:
      return line("atomic_add(out + all * 8u + " + std::to_string(below(8)) + "u, " + value(1) +
                  ");");
    case 8:
      return leave();
    case 9:
    case 10:
    case 11:
      return branch(depth);
    case 12:
      return choice(depth);
    default:
      return loop(depth);
    }
  }

  /// Reads a place, writes it, and uses the value read before.
  void swap() {
    const std::string where = place(1);
    line("x = " + where + "; " + where + " = " + value(1) + ";");
  }

  void vector_statement() {
    switch (below(6)) {
    case 0:
      return line("w = w.yzwx + (uint4)(" + value(1) + ", 1u, l, 3u);");
    case 1:
      return line("w = vload4(" + value(1) + " & 63u, in);");
    case 2:
      return line("w = select(w, w.wzyx, w > (uint4)(" + value(1) + "));");
    case 3:
      return line("w = convert_uint4(convert_uchar4_sat(as_int4(w)) + (uchar4)(" +
                  std::to_string(below(200)) + "));");
    default:
      return line("vstore8(" + own_vector() + ", 0, own);");
    }
  }

  /// A work-item's part of the output as a vector that lies beside those of its neighbours.
  std::string own_vector() {
    switch (below(4)) {
    case 0:
      return "vload8(0, own) * (uint8)(" + value(1) + ")";
    case 1:
      return "vload8(0, own).s10325476 ^ (uint8)(w, w.yxwz)";
    case 2:
      return "select(vload8(0, own), (uint8)(" + value(1) + "), vload8(0, own) > (uint8)(" +
             value(1) + "))";
    default:
      return "vload8(0, own) * (uint8)(255u - (uint)(ushort)vload8(0, own).s" +
             std::to_string(below(8)) + ")";
    }
  }

  void leave() {
    if (loops > 0 && below(3) != 0) {
      return line("if " + condition() + (below(2) ? " break;" : " continue;"));
    }
    if (may_return && below(2) == 0) {
      line("if " + condition() + " { own[0] += 77u; return; }");
    }
  }

  void branch(int depth) {
    line("if " + condition() + " {");
    statements(1 + below(3), depth - 1);
    if (below(2)) {
      line("} else {");
      statements(1 + below(3), depth - 1);
    }
    line("}");
  }

  void choice(int depth) {
    line("switch (" + value(1) + " & 3u) {");
    for (int i = 0; i < 3; ++i) {
      line("case " + std::to_string(i) + ":");
      const int outer = loops;
      loops = 0; // break and continue mean something else here
      statements(1 + below(2), depth - 1);
      loops = outer;
      if (below(3)) {
        line("break;");
      }
    }
    line("default: v0 += 1; }");
  }

  /// Fuel is each work-item's own and ends every loop.
  void loop(int depth) {
    const std::string i = "i" + std::to_string(counters++);
    ++loops;
    switch (below(4)) {
    case 0:
      line("for (uint " + i + " = 0; " + i + " < (" + uniform() + " & 7u) && fuel; ++" + i +
           ") { --fuel;");
      statements(1 + below(3), depth - 1);
      line("}");
      break;
    case 1:
      line("for (uint " + i + " = " + value(1) + " & 3u; " + i + " < (" + value(1) +
           " & 15u) && fuel; ++" + i + ") { --fuel; v1 += " + i + ";");
      statements(1 + below(3), depth - 1);
      line("}");
      break;
    case 2:
      line("while (" + condition() + " && fuel) { --fuel;");
      statements(1 + below(3), depth - 1);
      line("}");
      break;
    default:
      line("do { if (!fuel) break; --fuel;");
      statements(1 + below(3), depth - 1);
      line("} while (" + condition() + ");");
    }
    --loops;
  }

  /// Work-items exchange values through local memory, perhaps repeatedly.
  void exchange() {
    const bool repeated = below(2) == 0, conditional = below(3) == 0;
    if (conditional) {
      line("if (" + uniform() + " < 5000u) {");
    }
    if (repeated) {
      line("for (uint r = 0; r < (" + uniform() + " & 3u); ++r) {");
    }
    line("t[l] = " + value() + "; barrier(CLK_LOCAL_MEM_FENCE);");
    line("v" + std::to_string(below(4)) + " += t[(l + " + std::to_string(1 + below(9)) +
         "u) % n]; v2 ^= t[" + (below(2) ? "n - 1u - l" : "0") + "];");
    line("barrier(CLK_LOCAL_MEM_FENCE);");
    if (repeated) {
      line("}");
    }
    if (conditional) {
      line("}");
    }
  }

  std::mt19937_64 random;
  std::string text;
  std::vector<std::string> types;
  std::vector<std::string> uniform_names;
  int loops = 0;
  int counters = 0;
  bool may_return = false;
};

} // namespace

std::string random_kernel(uint64_t seed) { return Generator(seed).kernel(); }
