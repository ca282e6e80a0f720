//===- Supervise.h - The language server in two processes ------*- C++ -*-===//

#ifndef SHAPELS_APP_SUPERVISE_H
#define SHAPELS_APP_SUPERVISE_H

#include "server/app/ServeOptions.h"

namespace shapels {

/// Serves one client from this process, with the analysis in another one that
/// may die and is replaced then. Returns the exit code. The process has one
/// thread when this is called, and never loads a dialect.
int supervise(const ServeOptions &options, const ConfigOptions &config);

/// For ServeOptions::isZygote: forks the workers of the supervisor whose zygote
/// this program has taken the place of.
[[noreturn]] void serveZygote(const ServeOptions &options,
                              const ConfigOptions &config);

} // namespace shapels

#endif // SHAPELS_APP_SUPERVISE_H
