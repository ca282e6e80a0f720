//===- SteadyHints.h - Inlay hints that hold still -------------*- C++ -*-===//
//
// What is half typed hides the shapes of all that rests on it, and editors ask
// for hints at each key. So while what was typed is not whole, lines that
// nobody has touched have the hints that were answered last. What is whole has
// those that follow from the text, and so has all of its function. Lives on a
// document's strand; an edit costs the hints that are kept, an answer those of
// its range.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_LSP_STEADYHINTS_H
#define SHAPELS_LSP_STEADYHINTS_H

#include "server/features/InlayHints.h"

#include <set>
#include <string>
#include <vector>

namespace shapels {

class SteadyHints {
public:
  /// To be called before each `document.edit(edit)`.
  void edit(const Document &document, const TextEdit &edit);
  /// Those of `range`, of a document that is up to date.
  std::vector<InlayHint> answer(const Document &document, DocumentRange range,
                                InlayHintMode mode);
  /// Where other hints follow from the same text.
  void forget() { *this = {}; }

private:
  /// Lines that were edited, and were not whole since.
  struct Typed {
    DocumentRange range;
    /// What they held: the values that they defined, whether a statement began
    /// there, and whether there was any of one, or a brace.
    std::set<std::string> values = {};
    bool hadStatement = false, hadText = false;
  };

  bool note(const Document &document, DocumentRange lines,
            DocumentRange edited);
  void judge(const Document &document);
  bool isHalf(const Document &document, const Typed &each) const;
  void keepKnown(const TextBuffer &text, DocumentRange range,
                 std::vector<InlayHint> &hints) const;
  void remember(DocumentRange range, const std::vector<InlayHint> &hints);
  void erase(DocumentRange range);

  /// What was answered, in the order of the text.
  std::vector<InlayHint> known;
  InlayHintMode mode = InlayHintMode::Off;
  std::vector<Typed> typed;
};

} // namespace shapels

#endif // SHAPELS_LSP_STEADYHINTS_H
