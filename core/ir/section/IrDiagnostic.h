//===- IrDiagnostic.h - What MLIR says, in places of the text --*- C++ -*-===//

#ifndef SHAPELS_IR_IRDIAGNOSTIC_H
#define SHAPELS_IR_IRDIAGNOSTIC_H

#include "core/base/Watch.h"
#include "core/syntax/Outline.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace shapels {

struct IrNote {
  ByteRange range;
  std::string message;
};

/// A message of MLIR's parser or verifier, in MLIR's words. Ranges count from
/// the start of the section.
struct IrDiagnostic {
  enum class Stage { Parse, Verify };
  enum class Level { Error, Warning, Remark };

  Stage stage = Stage::Parse;
  Level level = Level::Error;
  ByteRange range;
  /// The op it is about; noStatement where MLIR names a place only.
  StatementId statement = noStatement;
  std::string message;
  std::vector<IrNote> notes;
  /// Set where MLIR said nothing, as it does not survive this op; there is no
  /// message then.
  std::optional<Harm::Kind> harm;
  /// The statement that the parser or the verifier was at; noStatement where
  /// it was more than one.
  StatementId subject = noStatement;
};

/// Whether MLIR says it of the order of definitions and uses.
inline bool isAboutDominance(std::string_view message) {
  return message.find("does not dominate") != message.npos;
}

} // namespace shapels

#endif // SHAPELS_IR_IRDIAGNOSTIC_H
