//===- StickyInlayHints.h - Inlay hints that hold still ---------*- C++ -*-===//
//
// A statement that is half typed hides the shapes of all that depends on it,
// and editors ask for hints at each key. While an edited statement is
// incomplete, unedited lines keep the hints of the last answer; once it is
// complete, all lines of its function get those that follow from the text.
// Lives on a document's strand; an edit costs the hints that are kept, an
// answer the hints in its range.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_LSP_STICKYINLAYHINTS_H
#define SHAPELS_LSP_STICKYINLAYHINTS_H

#include "server/features/InlayHints.h"

#include <set>
#include <string>
#include <vector>

namespace shapels {

class StickyInlayHints {
public:
  /// To be called before each `document.edit(edit)`.
  void edit(const Document &document, const TextEdit &edit);
  /// The hints in `range` of a document, which must be up to date.
  std::vector<InlayHint> answer(const Document &document, DocumentRange range,
                                InlayHintMode mode);
  /// To be called when the configuration changes which hints there are.
  void forget() { *this = {}; }

private:
  /// Edited lines whose statements have been incomplete since.
  struct Typed {
    DocumentRange range;
    /// What the lines had before: the values that they defined, whether a
    /// statement began there, and whether there was any text but comments.
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

  /// The hints of earlier answers, in the order of the text.
  std::vector<InlayHint> known;
  InlayHintMode mode = InlayHintMode::Off;
  std::vector<Typed> typed;
};

} // namespace shapels

#endif // SHAPELS_LSP_STICKYINLAYHINTS_H
