// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A random program (doc/random_programs.md), reduced: the private array of a sub-group of 32 becomes vectors of 249 elements, in
// blocks of code that is generated without optimisation.
#pragma OPENCL FP_CONTRACT OFF
double number_double(double x) { return x == x ? x : 0; }
float number_float(float x) { return x == x ? x : 0; }
float4 number_float4(float4 x) { return select((float4)0, x, x == x); }
constant long table1[4] = {3861010314260274510l, 77l, 65l, 51l};
global char kept40[5120];
constant sampler_t sampler43 = CLK_NORMALIZED_COORDS_TRUE | CLK_ADDRESS_NONE | CLK_FILTER_NEAREST;
uint f9(uchar p2, uint p3, ulong p4, global const int* p5) {
  uchar v6 = (uchar)(sub_sat(p2, (uchar)1) - (uchar)((uchar)119 ^ p2));
  if (((int)((uint)6 + (uint)(int)get_global_id(0)) == (int)((uint)(int)get_global_id(0) * (uint)9))) {
    for (uint i7 = 0u; i7 < (((uint)(ushort)7 * 1725914158u) & 7u); i7 += 2) {
      if (((char)((char)v6 % (char)2) != (char)((char)21 | (char)get_global_id(1)))) {
        break;
      }
    }
  }
  double v8 = (((-0.625) + (double)((int)get_global_id(0))) * (-4.625));
  return (uint)any(as_int8(as_uint8(((int8)(2) >> (int8)((int)get_global_id(1)))) * as_uint8((int8)(4))));
}
__attribute__((noinline)) void f14(private uint* restrict p10, private const uint* p11, int p12) {
  for (int i13 = 0; i13 < 8; ++i13) {
    p10[i13] = (p11[(7 - i13)] + p11[(7 - i13)]);
  }
}
int f18(uint p15) {
  uint fuel16 = 14u;
  uint v17 = convert_uint_sat(number_double(((-1.875) - 2.625)));
  p15 = 3u;
  return any((int8)((int)get_global_id(1)));
}
__attribute__((noinline)) short f24(long p19, uint p20, int p21, global const int* restrict p22) {
  return (short)f9((uchar)f18(p20), 5u, 281474976710656ul, p22);
}
__attribute__((intel_reqd_sub_group_size(32)))
kernel void k0(global float* restrict out38, sampler_t sampler42, ushort n27, write_only image2d_t image46, global const char* in29, uint n25, read_only image2d_t image44, global uint* out37, ushort n26, uint never28, read_only image2d_t image45, local int* t49) {
  local short t47[128];
  const uint x30 = (uint)get_global_id(1);
  const int x31 = (int)get_global_id(2);
  const uint l32 = (((((uint)get_local_id(2) * 8u) + (uint)get_local_id(1)) * (uint)get_local_size(0)) + (uint)get_local_id(0));
  const uint s33 = get_sub_group_local_id();
  const uint s34 = get_sub_group_id();
  const uint g35 = (((((uint)x31 * (uint)get_global_size(1)) + x30) * (uint)get_global_size(0)) + (uint)get_global_id(0));
  const uint all36 = (((uint)get_global_size(2) * (uint)get_global_size(1)) * (uint)get_global_size(0));
  global float* own39 = (out38 + (g35 * 1u));
  global char* own41 = (kept40 + (g35 * 1u));
  for (int i48 = 0; i48 < 2; ++i48) {
    t47[l32 * 2 + i48] = (short)((int)l32 + i48);
  }
  for (int i50 = 0; i50 < 1; ++i50) {
    (t49 + l32)[i50 * 64u] = ((int)l32 + i50);
  }
  uint fuel51 = 40u;
  ulong v52 = get_group_id(((uint)get_local_size(1) & 3u));
  ushort v53 = (ushort)((ushort)((ushort)get_global_size(1) + n26) + (ushort)get_group_id((g35 & 3u)));
  char v54 = (char)((((uint)dot_4x8packed_su_int(115u, (uint)get_local_id(1)) & 7u) == 1u) ? (char)((char)n27 & (char)get_group_id(1)) : (char)v52);
  short v55 = (short)30015;
  char v56 = (char)((((131072u & 7u) == 2u) && (v53 > n27)) ? (char)((char)n25 - (char)x30) : clamp(v54, (char)5, (char)8));
  float v57 = (float)((uint)dot_acc_sat((uchar4)((uchar)v56), (char4)((char)88), (int)n25));
  long4 v58 = (as_long4(as_ulong4((long4)((long)n27)) << as_ulong4((long4)((long)x31))) ^ as_long4(as_ulong4((long4)(0l)) - as_ulong4((long4)((long)v56))));
  float8 v59 = (float8)((float)4503599627370496ul, v57, select((float3)(v57), (float3)(4.375f), ((float3)((float)((int)s34)) >= (float3)(v57))), (float3)(v57));
  uint a60[8];
  for (int i61 = 0; i61 < 8; ++i61) {
    a60[i61] = (n25 + (uint)get_global_size(0));
  }
  {
    int v62 = as_int(number_float(own39[(uint)get_local_id(2) * all36]));
    v62 = sub_group_clustered_reduce_xor(v62, 2);
    v56 = (char)(v56 + (char)v62);
  }
  a60[((int)s34 & (int)get_local_id(2))] = n25;
  {
    if ((((((int)g35 + 2) >= 0) && (((int)g35 + 2) < 16)) && ((((int)get_group_id(0) + 0) >= 0) && (((int)get_group_id(0) + 0) < 4)))) {
      v57 = (v57 + (float)in29[((((int)get_group_id(0) + 0) * 16) + ((int)g35 + 2))]);
    }
    if ((((((int)g35 + 1) >= 0) && (((int)g35 + 1) < 16)) && ((((int)get_group_id(0) + 0) >= 0) && (((int)get_group_id(0) + 0) < 4)))) {
      v57 = (v57 - (float)in29[((((int)get_group_id(0) + 0) * 16) + ((int)g35 + 1))]);
    }
    if ((((((int)g35 + 2) >= 0) && (((int)g35 + 2) < 16)) && ((((int)get_group_id(0) + 0) >= 0) && (((int)get_group_id(0) + 0) < 4)))) {
      v57 = (v57 - (float)in29[((((int)get_group_id(0) + 0) * 16) + ((int)g35 + 2))]);
    }
  }
  do {
    if (fuel51 == 0u) break;
    --fuel51;
    v57 = (-floor(v57));
    switch ((a60[(int)((int)s34 % 7)] & 7u)) {
    case 1:
    default:
    {
      if (((!(short)v58.x) || (3u > n25))) {
        if ((((double)v59.s1 + 1.0) >= ((double)((int)get_global_id(0)) * (double)v57))) {
          continue;
        }
        vstore3((vload3(((uint)8 & 1u), a60) - select((uint3)(n25), (uint3)(n25), ((int3)((int)get_global_size(2)) == (int3)((int)x30)))), ((uint)((uint)v58.x / 8u) & 0u), (out37 + (g35 * 4u)));
        if ((((n25 + n25) & 7u) == 0u)) {
          continue;
        }
      }
    } break;
    case 5:
    {
      if ((!convert_long_sat(number_double((double)((int)s34))))) {
        v56 = (char)((char)(v56 / (char)3) - (char)(((uint2)(n25).x & 3u) == 2u));
      }
      for (uint i63 = 0u; i63 < ((uint)((int)x30 | (int)get_global_id(2)) & 3u); ++i63) {
        a60[((uint)f18(2u) & 7u)] ^= (uint)get_global_size(1);
      }
    } break;
    case 4:
    {
      {
        const int c64 = (((uint)((n25 & 1u) == 0u) & 1u) == 0u);
        uint* q65 = ((c64 != 0) ? (uint*)a60 : (uint*)(out37 + (g35 * 4u)));
        q65[2u] = ((s34 & 7u) ^ ((((int)x30 + 5) <= ((int)s33 - 2)) ? (uint)n26 : 0u));
        write_imagef(image46, (int2)((int)((int)g35 % 32), (int)((int)g35 / 32)), number_float4((float4)(v59.s237, (v57 + v57))));
        q65[((uint)(int)l32 & 3u)] += (uint)((uint)((uint)x31 >> n25) >> 25);
        v56 = (char)(~add_sat((char)((uint)get_global_size(2)), (char)read_imagei(image44, sampler43, (float2)((float)((int)((int)(uint)((uint)x31 % 8u)) * 4) * 0.03125f, (float)((int)((int)(uint)((uint)((int)g35) % 8u)) * 4) * 0.03125f)).y));
        v54 = (char)(v54 ^ (char)(to_global(q65) != 0));
      }
    } break;
    case 6: break;
    }
    {
      if ((((((int)x30 + 2) >= 0) && (((int)x30 + 2) < 16)) && ((((int)s34 + (-1)) >= 0) && (((int)s34 + (-1)) < 4)))) {
        v55 = (short)(v55 - (short)in29[((((int)s34 + (-1)) * 16) + ((int)x30 + 2))]);
      }
    }
  } while (((float)((long)n27) != own39[2u * all36]));
  v55 = (short)((short)in29[((uint3)((uint)in29[10u]).y & 63u)] - (short)((short)((uint)(short)21689 << v55) >> convert_short_sat(number_float((float)((int)l32)))));
  out37[g35 * 4 + 0] = (out37[g35 * 4 + 0] ^ (uint)n27);
  own39[0 * all36] = number_float((float)v52);
  own41[0 * all36] = (char)(own41[0 * all36] ^ (char)v53);
  out37[g35 * 4 + 1] = (out37[g35 * 4 + 1] ^ (uint)v54);
  own39[2 * all36] = number_float((float)v58.y);
  own41[2 * all36] = (char)(own41[2 * all36] ^ (char)v58.z);
  out37[g35 * 4 + 3] = (out37[g35 * 4 + 3] ^ (uint)v58.w);
  own39[0 * all36] = number_float(v59.s2);
  own41[3 * all36] = (char)(own41[3 * all36] + convert_char_sat(number_float(v59.s4)));
  out37[g35 * 4 + 0] = (out37[g35 * 4 + 0] + convert_uint_sat(number_float(v59.s5)));
  uint v66 = 1u;
  for (int i67 = 0; i67 < 8; ++i67) {
    v66 = ((v66 * 31u) + a60[(i67 * 1)]);
  }
  own39[1 * all36] = number_float((float)v66);
}
kernel void read_0(global char* out68) {
  const uint g69 = (uint)get_global_id(0);
  out68[g69] = kept40[g69];
}

