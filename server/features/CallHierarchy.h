//===- CallHierarchy.h - Which function uses which -------------*- C++ -*-===//
//
// By the symbols that the text names, so of every dialect. Of one section.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_FEATURES_CALLHIERARCHY_H
#define SHAPELS_FEATURES_CALLHIERARCHY_H

#include "core/analysis/Document.h"

#include <optional>
#include <string>
#include <vector>

namespace shapels {

/// A function, or what else defines a symbol and has uses of symbols in it.
struct CallItem {
  /// As written, without sigil.
  std::string name;
  /// The op, e.g. `func.func`.
  std::string detail;
  /// The whole op, and its name within it.
  DocumentRange range, nameRange;
};

struct Call {
  CallItem other;
  /// The symbols that are named, in the function that calls.
  std::vector<DocumentRange> places;
};

/// The function that the symbol at `offset` names.
std::optional<CallItem> callItem(const Document &document,
                                 DocumentOffset offset);

/// Who uses the function that is named at `offset`, and whom it uses; each of
/// the others once, in the order of the text.
std::vector<Call> incomingCalls(const Document &document,
                                DocumentOffset offset);
std::vector<Call> outgoingCalls(const Document &document,
                                DocumentOffset offset);

} // namespace shapels

#endif // SHAPELS_FEATURES_CALLHIERARCHY_H
