//===- EditExplainer.h - What edits of a text cost, and why ----*- C++ -*-===//

#ifndef SHAPELS_CHECK_EDITEXPLAINER_H
#define SHAPELS_CHECK_EDITEXPLAINER_H

#include "core/analysis/Document.h"

#include <string>

namespace shapels {

/// A text that is edited as an editor does it, in the calling thread. What it
/// returns are lines for people; places are those of the text before the edit
/// for findings that went, and of the text behind it for those that came.
class EditExplainer {
public:
  /// Opens it.
  EditExplainer(std::string text, Configuration configuration);

  const TextBuffer &buffer() const { return document.buffer(); }
  std::string opened() const;
  std::string explain(const TextEdit &edit);

private:
  Document document;
  std::string opening;
};

} // namespace shapels

#endif // SHAPELS_CHECK_EDITEXPLAINER_H
