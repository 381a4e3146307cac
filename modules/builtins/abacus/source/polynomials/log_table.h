// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Written by abacus/scripts/derive_all from log_table.py. Do not edit.
#ifndef ABACUS_POLYNOMIALS_LOG_TABLE_H
#define ABACUS_POLYNOMIALS_LOG_TABLE_H

namespace abacus {

/// Inverses of numbers m from 1 to 2, one for each of 2^bits intervals, and tables of their
/// logarithms: near[i] + rest[i] is minus that of inverse[i].
template <class E> struct log_inverses;
template <class E> struct natural_logs;
template <class E> struct binary_logs;
template <class E> struct common_logs;

inline constexpr __constant float float_log_inverse[32] = {
    0x1.0000000000000p+0, 0x1.e800000000000p-1, 0x1.d800000000000p-1, 0x1.d000000000000p-1,
    0x1.c000000000000p-1, 0x1.b800000000000p-1, 0x1.a800000000000p-1, 0x1.a000000000000p-1,
    0x1.9800000000000p-1, 0x1.8800000000000p-1, 0x1.8000000000000p-1, 0x1.7800000000000p-1,
    0x1.7000000000000p-1, 0x1.6800000000000p-1, 0x1.6000000000000p-1, 0x1.5800000000000p-1,
    0x1.5000000000000p-1, 0x1.4800000000000p-1, 0x1.4800000000000p-1, 0x1.4000000000000p-1,
    0x1.3800000000000p-1, 0x1.3000000000000p-1, 0x1.3000000000000p-1, 0x1.2800000000000p-1,
    0x1.2000000000000p-1, 0x1.2000000000000p-1, 0x1.1800000000000p-1, 0x1.1000000000000p-1,
    0x1.1000000000000p-1, 0x1.0800000000000p-1, 0x1.0800000000000p-1, 0x1.0000000000000p-1};
/// m inverse[i] - 1 is between -0.020508 and 0.03125.
template <> struct log_inverses<float> {
  static constexpr int bits = 5;
  static const __constant float* inverse() { return float_log_inverse; }
};

inline constexpr __constant float float_natural_log_near[32] = {0x0.0p+0,
                                                                0x1.8940000000000p-5,
                                                                0x1.4d30000000000p-4,
                                                                0x1.9330000000000p-4,
                                                                0x1.1178000000000p-3,
                                                                0x1.3660000000000p-3,
                                                                0x1.8240000000000p-3,
                                                                0x1.a940000000000p-3,
                                                                0x1.d100000000000p-3,
                                                                0x1.1178000000000p-2,
                                                                0x1.2698000000000p-2,
                                                                0x1.3c24000000000p-2,
                                                                0x1.522c000000000p-2,
                                                                0x1.68ac000000000p-2,
                                                                0x1.7fb0000000000p-2,
                                                                0x1.973c000000000p-2,
                                                                0x1.af54000000000p-2,
                                                                0x1.c800000000000p-2,
                                                                0x1.c800000000000p-2,
                                                                0x1.e148000000000p-2,
                                                                0x1.fb34000000000p-2,
                                                                0x1.0ae8000000000p-1,
                                                                0x1.0ae8000000000p-1,
                                                                0x1.188e000000000p-1,
                                                                0x1.2696000000000p-1,
                                                                0x1.2696000000000p-1,
                                                                0x1.3502000000000p-1,
                                                                0x1.43da000000000p-1,
                                                                0x1.43da000000000p-1,
                                                                0x1.5322000000000p-1,
                                                                0x1.5322000000000p-1,
                                                                0x1.62e4000000000p-1};
inline constexpr __constant float float_natural_log_rest[32] = {0x0.0p+0,
                                                                0x1.5429400000000p-18,
                                                                0x1.15d2080000000p-20,
                                                                0x1.7975660000000p-18,
                                                                0x1.d044fc0000000p-20,
                                                                -0x1.a7f5380000000p-22,
                                                                -0x1.f4d5720000000p-18,
                                                                -0x1.2c37520000000p-19,
                                                                0x1.bf932a0000000p-18,
                                                                0x1.d044fc0000000p-19,
                                                                -0x1.deecb20000000p-18,
                                                                0x1.2773340000000p-18,
                                                                -0x1.1f8c760000000p-18,
                                                                0x1.07d38e0000000p-19,
                                                                -0x1.7109fa0000000p-20,
                                                                -0x1.cbceca0000000p-18,
                                                                -0x1.6adb740000000p-18,
                                                                -0x1.8e2eaa0000000p-20,
                                                                -0x1.8e2eaa0000000p-20,
                                                                0x1.4344e40000000p-19,
                                                                0x1.8af7a40000000p-18,
                                                                -0x1.23a5f60000000p-18,
                                                                -0x1.23a5f60000000p-18,
                                                                0x1.c81e480000000p-18,
                                                                0x1.089a6e0000000p-20,
                                                                0x1.089a6e0000000p-20,
                                                                0x1.15b3b20000000p-18,
                                                                -0x1.a0db880000000p-26,
                                                                -0x1.a0db880000000p-26,
                                                                0x1.c4d0d00000000p-18,
                                                                0x1.c4d0d00000000p-18,
                                                                0x1.7f7d1c0000000p-20};
template <> struct natural_logs<float> {
  static const __constant float* near() { return float_natural_log_near; }
  static const __constant float* rest() { return float_natural_log_rest; }
};

inline constexpr __constant float float_binary_log_near[32] = {0x0.0p+0,
                                                               0x1.1bb0000000000p-4,
                                                               0x1.e0b0000000000p-4,
                                                               0x1.22d8000000000p-3,
                                                               0x1.8a88000000000p-3,
                                                               0x1.bfc8000000000p-3,
                                                               0x1.169c000000000p-2,
                                                               0x1.32c0000000000p-2,
                                                               0x1.4f70000000000p-2,
                                                               0x1.8a88000000000p-2,
                                                               0x1.a900000000000p-2,
                                                               0x1.c818000000000p-2,
                                                               0x1.e7e0000000000p-2,
                                                               0x1.042c000000000p-1,
                                                               0x1.14c6000000000p-1,
                                                               0x1.25c0000000000p-1,
                                                               0x1.3722000000000p-1,
                                                               0x1.48ee000000000p-1,
                                                               0x1.48ee000000000p-1,
                                                               0x1.5b2c000000000p-1,
                                                               0x1.6de0000000000p-1,
                                                               0x1.8110000000000p-1,
                                                               0x1.8110000000000p-1,
                                                               0x1.94c2000000000p-1,
                                                               0x1.a900000000000p-1,
                                                               0x1.a900000000000p-1,
                                                               0x1.bdce000000000p-1,
                                                               0x1.d338000000000p-1,
                                                               0x1.d338000000000p-1,
                                                               0x1.e946000000000p-1,
                                                               0x1.e946000000000p-1,
                                                               0x1.0000000000000p+0};
inline constexpr __constant float float_binary_log_rest[32] = {0x0.0p+0,
                                                               0x1.9530020000000p-19,
                                                               0x1.ae8f300000000p-20,
                                                               0x1.6e155a0000000p-18,
                                                               0x1.80abfc0000000p-19,
                                                               -0x1.8580000000000p-19,
                                                               0x1.4d8fc60000000p-24,
                                                               -0x1.1c8f120000000p-22,
                                                               -0x1.134c4e0000000p-20,
                                                               0x1.80abfc0000000p-18,
                                                               -0x1.a39fbe0000000p-20,
                                                               0x1.dc2d460000000p-18,
                                                               -0x1.40358e0000000p-19,
                                                               -0x1.5a32c20000000p-20,
                                                               -0x1.3e032e0000000p-18,
                                                               0x1.408c780000000p-18,
                                                               0x1.5db83a0000000p-20,
                                                               0x1.e326300000000p-18,
                                                               0x1.e326300000000p-18,
                                                               0x1.ed0cba0000000p-20,
                                                               -0x1.eac3820000000p-20,
                                                               -0x1.6b90260000000p-19,
                                                               -0x1.6b90260000000p-19,
                                                               0x1.0e92580000000p-18,
                                                               -0x1.a39fbe0000000p-19,
                                                               -0x1.a39fbe0000000p-19,
                                                               0x1.3b992c0000000p-18,
                                                               0x1.20a6de0000000p-21,
                                                               0x1.20a6de0000000p-21,
                                                               -0x1.a6eb1e0000000p-18,
                                                               -0x1.a6eb1e0000000p-18,
                                                               0x0.0p+0};
template <> struct binary_logs<float> {
  static const __constant float* near() { return float_binary_log_near; }
  static const __constant float* rest() { return float_binary_log_rest; }
};

inline constexpr __constant float float_common_log_near[32] = {0x0.0p+0,
                                                               0x1.5580000000000p-6,
                                                               0x1.2160000000000p-5,
                                                               0x1.5e40000000000p-5,
                                                               0x1.db20000000000p-5,
                                                               0x1.0d90000000000p-4,
                                                               0x1.4f80000000000p-4,
                                                               0x1.7160000000000p-4,
                                                               0x1.93e0000000000p-4,
                                                               0x1.db10000000000p-4,
                                                               0x1.ffc0000000000p-4,
                                                               0x1.1298000000000p-3,
                                                               0x1.25b8000000000p-3,
                                                               0x1.3948000000000p-3,
                                                               0x1.4d40000000000p-3,
                                                               0x1.61b8000000000p-3,
                                                               0x1.76a8000000000p-3,
                                                               0x1.8c10000000000p-3,
                                                               0x1.8c10000000000p-3,
                                                               0x1.a208000000000p-3,
                                                               0x1.b890000000000p-3,
                                                               0x1.cfa8000000000p-3,
                                                               0x1.cfa8000000000p-3,
                                                               0x1.e760000000000p-3,
                                                               0x1.ffc0000000000p-3,
                                                               0x1.ffc0000000000p-3,
                                                               0x1.0c68000000000p-2,
                                                               0x1.194c000000000p-2,
                                                               0x1.194c000000000p-2,
                                                               0x1.2690000000000p-2,
                                                               0x1.2690000000000p-2,
                                                               0x1.3440000000000p-2};
inline constexpr __constant float float_common_log_rest[32] = {0x0.0p+0,
                                                               0x1.bd24060000000p-18,
                                                               0x1.036b920000000p-18,
                                                               -0x1.a652060000000p-19,
                                                               -0x1.c251320000000p-18,
                                                               0x1.9b31940000000p-18,
                                                               -0x1.5499100000000p-18,
                                                               -0x1.798e4c0000000p-19,
                                                               0x1.f783f00000000p-18,
                                                               0x1.ed766a0000000p-20,
                                                               -0x1.ea21c40000000p-23,
                                                               0x1.a4fb3e0000000p-19,
                                                               0x1.410ad80000000p-18,
                                                               -0x1.fe10d60000000p-20,
                                                               0x1.fc13ae0000000p-18,
                                                               -0x1.6c667c0000000p-19,
                                                               -0x1.d1a2400000000p-18,
                                                               0x1.a1bb4a0000000p-18,
                                                               0x1.a1bb4a0000000p-18,
                                                               0x1.a84fbc0000000p-19,
                                                               -0x1.9830680000000p-19,
                                                               0x1.cecb980000000p-20,
                                                               0x1.cecb980000000p-20,
                                                               0x1.24046c0000000p-19,
                                                               -0x1.ea21c40000000p-22,
                                                               -0x1.ea21c40000000p-22,
                                                               -0x1.dc52a80000000p-19,
                                                               -0x1.8842120000000p-19,
                                                               -0x1.8842120000000p-19,
                                                               0x1.ecc2a00000000p-18,
                                                               0x1.ecc2a00000000p-18,
                                                               0x1.3509f80000000p-18};
template <> struct common_logs<float> {
  static const __constant float* near() { return float_common_log_near; }
  static const __constant float* rest() { return float_common_log_rest; }
};

inline constexpr __constant double double_log_inverse[16] = {
    0x1.0000000000000p+0, 0x1.d000000000000p-1, 0x1.c000000000000p-1, 0x1.a000000000000p-1,
    0x1.9000000000000p-1, 0x1.8000000000000p-1, 0x1.7000000000000p-1, 0x1.6000000000000p-1,
    0x1.5000000000000p-1, 0x1.4000000000000p-1, 0x1.3000000000000p-1, 0x1.3000000000000p-1,
    0x1.2000000000000p-1, 0x1.1000000000000p-1, 0x1.1000000000000p-1, 0x1.0000000000000p-1};
/// m inverse[i] - 1 is between -0.037109 and 0.0625.
template <> struct log_inverses<double> {
  static constexpr int bits = 4;
  static const __constant double* inverse() { return double_log_inverse; }
};

inline constexpr __constant double double_natural_log_near[16] = {0x0.0p+0,
                                                                  0x1.9335e5d594000p-4,
                                                                  0x1.1178e8227e000p-3,
                                                                  0x1.a93ed3c8ae000p-3,
                                                                  0x1.f991c6cb3c000p-3,
                                                                  0x1.269621134e000p-2,
                                                                  0x1.522ae0738a000p-2,
                                                                  0x1.7fafa3bd81000p-2,
                                                                  0x1.af5295248d000p-2,
                                                                  0x1.e148a1a272000p-2,
                                                                  0x1.0ae76e2d05800p-1,
                                                                  0x1.0ae76e2d05800p-1,
                                                                  0x1.269621134d800p-1,
                                                                  0x1.43d9ff2f92000p-1,
                                                                  0x1.43d9ff2f92000p-1,
                                                                  0x1.62e42fefa2000p-1};
inline constexpr __constant double double_natural_log_rest[16] = {0x0.0p+0,
                                                                  0x1.3115c3abd47dap-45,
                                                                  0x1.1ef78ce2d07f2p-45,
                                                                  -0x1.8724350562169p-45,
                                                                  -0x1.90d04cd7cc834p-44,
                                                                  -0x1.1b61f10522625p-44,
                                                                  0x1.ebe708164c759p-45,
                                                                  0x1.46fb79bf6d4cbp-44,
                                                                  -0x1.17cc552774458p-45,
                                                                  0x1.b36537e3375b2p-44,
                                                                  -0x1.82de51de06076p-44,
                                                                  -0x1.82de51de06076p-44,
                                                                  0x1.c93c1df5bb3b6p-44,
                                                                  0x1.e267b0b7efae1p-44,
                                                                  0x1.e267b0b7efae1p-44,
                                                                  0x1.9ef35793c7673p-41};
template <> struct natural_logs<double> {
  static const __constant double* near() { return double_natural_log_near; }
  static const __constant double* rest() { return double_natural_log_rest; }
};

inline constexpr __constant double double_binary_log_near[16] = {0x0.0p+0,
                                                                 0x1.22dadc2ab4000p-3,
                                                                 0x1.8a8980abfc000p-3,
                                                                 0x1.32bfee370f000p-2,
                                                                 0x1.6cb0f6865d000p-2,
                                                                 0x1.a8ff971811000p-2,
                                                                 0x1.e7df5fe539000p-2,
                                                                 0x1.14c560fe68800p-1,
                                                                 0x1.37222bb707800p-1,
                                                                 0x1.5b2c3da197000p-1,
                                                                 0x1.810fa51bf6800p-1,
                                                                 0x1.810fa51bf6800p-1,
                                                                 0x1.a8ff971810800p-1,
                                                                 0x1.d338120a6e000p-1,
                                                                 0x1.d338120a6e000p-1,
                                                                 0x1.0000000000000p+0};
inline constexpr __constant double double_binary_log_rest[16] = {0x0.0p+0,
                                                                 -0x1.6d25a5b8a19b2p-44,
                                                                 -0x1.66cccab240e90p-46,
                                                                 -0x1.979a5db68721dp-46,
                                                                 -0x1.c57f2495fb7fap-44,
                                                                 -0x1.6879fa00b120ap-44,
                                                                 -0x1.532c412ba94dbp-44,
                                                                 0x1.7c407050799bfp-44,
                                                                 -0x1.c22d2cad415aep-44,
                                                                 0x1.1d406db502403p-44,
                                                                 -0x1.0144751b3314fp-44,
                                                                 -0x1.0144751b3314fp-44,
                                                                 0x1.2f0c0bfe9dbecp-44,
                                                                 -0x1.3167ccc538261p-44,
                                                                 -0x1.3167ccc538261p-44,
                                                                 0x0.0p+0};
template <> struct binary_logs<double> {
  static const __constant double* near() { return double_binary_log_near; }
  static const __constant double* rest() { return double_binary_log_rest; }
};

inline constexpr __constant double double_common_log_near[16] = {0x0.0p+0,
                                                                 0x1.5e3966b7e8000p-5,
                                                                 0x1.db11ed7668000p-5,
                                                                 0x1.715d0ce368000p-4,
                                                                 0x1.b721cd1714000p-4,
                                                                 0x1.ffbfc2bbc8000p-4,
                                                                 0x1.25ba8215b0000p-3,
                                                                 0x1.4d43f8275a000p-3,
                                                                 0x1.76a45cbb7e000p-3,
                                                                 0x1.a209a84fbc000p-3,
                                                                 0x1.cfa8e765cc000p-3,
                                                                 0x1.cfa8e765cc000p-3,
                                                                 0x1.ffbfc2bbc8000p-3,
                                                                 0x1.194b3bdef7000p-2,
                                                                 0x1.194b3bdef7000p-2,
                                                                 0x1.34413509f6000p-2};
inline constexpr __constant double double_common_log_rest[16] = {0x0.0p+0,
                                                                 0x1.2951bb9cd2fb7p-45,
                                                                 0x1.5fa196e1e0ddap-44,
                                                                 -0x1.41149840eaa65p-46,
                                                                 0x1.7e295f660b9dap-44,
                                                                 -0x1.ff229f20ed3d2p-46,
                                                                 -0x1.007bf2d8bf07ap-44,
                                                                 0x1.20ca9a2bcc728p-45,
                                                                 0x1.bfb1de334b1cbp-45,
                                                                 0x1.fef311f12b358p-44,
                                                                 -0x1.2386ad8b819b8p-45,
                                                                 -0x1.2386ad8b819b8p-45,
                                                                 -0x1.ff229f20ed3d2p-45,
                                                                 -0x1.1881d6fbdee94p-44,
                                                                 -0x1.1881d6fbdee94p-44,
                                                                 0x1.9fef311f12b36p-42};
template <> struct common_logs<double> {
  static const __constant double* near() { return double_common_log_near; }
  static const __constant double* rest() { return double_common_log_rest; }
};

} // namespace abacus

#endif
