//===- Hovers.h - What a hover says ----------------------------*- C++ -*-===//

#ifndef SHAPELS_TESTS_UNIT_FEATURES_HOVERS_H
#define SHAPELS_TESTS_UNIT_FEATURES_HOVERS_H

#include "features/Cursor.h"

#include "server/features/Hover.h"

namespace shapels::test {

inline std::string hoverAt(std::string_view text, HoverOptions options = {},
                           Configuration configuration = {}) {
  options.isFull = true;
  CursorDocument at(text, std::move(configuration));
  std::optional<Hover> found = hover(*at.document, at.cursor, options);
  return found ? found->text : "nothing";
}

/// The same as a glance at it takes.
inline std::string glanceAt(std::string_view text, HoverOptions options = {},
                            Configuration configuration = {}) {
  CursorDocument at(text, std::move(configuration));
  std::optional<Hover> found = hover(*at.document, at.cursor, options);
  return found ? found->text : "nothing";
}

inline const HoverOptions plain{.markdown = false};

/// `text` with the cursor before `where`.
inline std::string cursorBefore(std::string text, std::string_view where) {
  size_t at = text.find(where);
  EXPECT_NE(at, text.npos) << where;
  return text.insert(at, "$0");
}

/// That the hover says it, among other things.
inline void expectLine(const std::string &hover, std::string_view part) {
  EXPECT_NE(hover.find(part), hover.npos) << hover;
}

} // namespace shapels::test

#endif // SHAPELS_TESTS_UNIT_FEATURES_HOVERS_H
