//===- Bytecode.h - MLIR bytecode as text, and back ------------*- C++ -*-===//

#ifndef SHAPELS_ANALYSIS_BYTECODE_H
#define SHAPELS_ANALYSIS_BYTECODE_H

#include "core/analysis/Configuration.h"
#include "core/base/CrashGuard.h"

#include <string>
#include <string_view>

namespace shapels {

/// Whether a file is MLIR bytecode, by its first bytes.
inline bool isBytecode(std::string_view bytes) {
  return bytes.starts_with("ML\xefR");
}

/// What became of it, or else why nothing did, in words for the user.
struct Conversion {
  std::string result, problem;
};

/// The text of bytecode. Bytes that did harm before are not read again.
Conversion textOfBytecode(std::string_view bytes,
                          const Configuration &configuration,
                          CrashGuard &crashGuard);
/// The bytecode of a text that parses and verifies; ops that are in no module
/// are put into one.
Conversion bytecodeOfText(std::string_view text,
                          const Configuration &configuration,
                          CrashGuard &crashGuard);

} // namespace shapels

#endif // SHAPELS_ANALYSIS_BYTECODE_H
