//===- SignatureHelp.h - What an op takes ----------------------*- C++ -*-===//

#ifndef SHAPELS_FEATURES_SIGNATUREHELP_H
#define SHAPELS_FEATURES_SIGNATUREHELP_H

#include "core/analysis/Document.h"

#include <optional>
#include <string>
#include <vector>

namespace shapels {

struct SignatureParameter {
  /// Where it is in the label, in bytes.
  size_t begin = 0, end = 0;
  /// What it takes, in words.
  std::string documentation;
};

struct SignatureHelp {
  /// `tosa.add %input1, %input2 : (input1-type, input2-type) -> result-type`.
  std::string label;
  std::string documentation;
  /// Operands, attributes, regions and successors, in the order of the label.
  std::vector<SignatureParameter> parameters;
  /// The one that the cursor is at; nothing where it is at none.
  std::optional<size_t> active;
};

/// Nothing outside of ops of which a definition is known. `isTyped`: somebody
/// typed a character and did not ask.
std::optional<SignatureHelp> signatureHelp(const Document &document,
                                           DocumentOffset offset, bool isTyped);

} // namespace shapels

#endif // SHAPELS_FEATURES_SIGNATUREHELP_H
