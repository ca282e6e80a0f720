//===- Cursor.h - Texts with a `$0` where the cursor is --------*- C++ -*-===//

#ifndef SHAPELS_TESTS_UNIT_FEATURES_CURSOR_H
#define SHAPELS_TESTS_UNIT_FEATURES_CURSOR_H

#include "core/analysis/Document.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace shapels::test {

/// A document without the `$0` of its text, and without its `<<` and `>>`,
/// which mark the ranges that a test expects.
struct CursorDocument {
  std::unique_ptr<Document> document;
  DocumentOffset cursor;
  std::vector<DocumentRange> marked;

  explicit CursorDocument(std::string_view source,
                          Configuration configuration = {}) {
    std::string text;
    for (size_t i = 0; i < source.size(); ++i) {
      std::string_view two = source.substr(i, 2);
      DocumentOffset at{static_cast<uint32_t>(text.size())};
      if (two == "$0")
        cursor = at;
      else if (two == "<<")
        marked.push_back({at, at});
      else if (two == ">>")
        marked.back().end = at;
      else {
        text += source[i];
        continue;
      }
      ++i;
    }
    document = std::make_unique<Document>(text, std::move(configuration));
    document->update();
  }

  std::string_view slice(DocumentRange range) const {
    return document->buffer().slice(range);
  }
  /// `line:column text` for each range, from 1.
  std::string describe(const std::vector<DocumentRange> &ranges) const {
    std::string result;
    for (DocumentRange range : ranges) {
      Position at =
          document->buffer().position(range.begin, PositionEncoding::Utf8);
      result += std::to_string(at.line + 1) + ":" +
                std::to_string(at.character + 1) + " " +
                std::string(slice(range)) + "\n";
    }
    return result;
  }
};

} // namespace shapels::test

#endif // SHAPELS_TESTS_UNIT_FEATURES_CURSOR_H
