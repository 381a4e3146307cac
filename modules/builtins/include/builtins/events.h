// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef BUILTINS_EVENTS_H
#define BUILTINS_EVENTS_H

namespace llvm {
class Module;
}

namespace builtins {

/// Makes i64 of event_t, which Clang and SPIR-V call target("spirv.Event"): in signatures,
/// variables, arrays of them, everywhere. LLVM's CPU code generators crash on a load of that type,
/// and the built-ins never look at an event (mux_builtins.md). Requires: nothing; best after
/// Library::link. Guarantees: no value has the type. True if anything changed.
///
///   %e = call target("spirv.Event") @copy(...)     becomes     %e = call i64 @copy(...)
bool lower_events(llvm::Module& module);

} // namespace builtins

#endif
