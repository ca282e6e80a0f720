//===- CheckedFiles.h - Made-up findings for the formats' tests -*- C++ -*-===//

#ifndef SHAPELS_TESTS_UNIT_CHECK_CHECKEDFILES_H
#define SHAPELS_TESTS_UNIT_CHECK_CHECKEDFILES_H

#include "server/check/CheckedFile.h"

#include <stdexcept>
#include <string>
#include <string_view>

namespace shapels::test {

/// The bytes of the first `needle` in `text`.
inline DocumentRange rangeOf(std::string_view text, std::string_view needle) {
  size_t begin = text.find(needle);
  if (begin == std::string_view::npos)
    throw std::invalid_argument("not in the text: " + std::string(needle));
  return {{static_cast<uint32_t>(begin)},
          {static_cast<uint32_t>(begin + needle.size())}};
}

/// An error at the first `where` in `text`.
inline Diagnostic errorAt(std::string_view text, std::string_view where,
                          std::string message = "wrong") {
  Diagnostic diagnostic;
  diagnostic.code = DiagnosticCode::BroadcastIncompatible;
  diagnostic.range = rangeOf(text, where);
  diagnostic.message = std::move(message);
  return diagnostic;
}

/// A file with one error, at the first `where` in `text`.
inline CheckedFile fileWithError(std::string text, std::string_view where,
                                 std::string message = "wrong") {
  CheckedFile file;
  file.path = "a.mlir";
  file.diagnostics.push_back(errorAt(text, where, std::move(message)));
  file.text = TextBuffer(std::move(text));
  return file;
}

} // namespace shapels::test

#endif // SHAPELS_TESTS_UNIT_CHECK_CHECKEDFILES_H
