//===- JunitFormat.cpp ----------------------------------------------------===//

#include "server/check/JunitFormat.h"

#include "llvm/Support/JSON.h"

using namespace shapels;

/// For an attribute, and for text. What XML 1.0 cannot have is a `?`.
static std::string xmlEscaped(std::string_view text) {
  std::string result;
  for (char c : llvm::json::fixUTF8(llvm::StringRef(text)))
    if (c == '&')
      result += "&amp;";
    else if (c == '<')
      result += "&lt;";
    else if (c == '>')
      result += "&gt;";
    else if (c == '"')
      result += "&quot;";
    else if (c == '\n' || c == '\t')
      result += c == '\n' ? "&#10;" : "&#9;";
    else
      result += static_cast<unsigned char>(c) < ' ' ? '?' : c;
  return result;
}

static std::string placeText(const CheckedFile &file, DocumentOffset offset) {
  Position position = file.text.position(offset, PositionEncoding::Utf8);
  return file.path + ":" + std::to_string(position.line + 1) + ":" +
         std::to_string(position.character + 1);
}

static std::string testCase(const std::string &path, std::string_view name,
                            std::string_view result) {
  return "    <testcase classname=\"" + xmlEscaped(path) + "\" name=\"" +
         xmlEscaped(name) + "\">" + std::string(result) + "</testcase>\n";
}

static std::string failedTest(const CheckedFile &file,
                              const Diagnostic &diagnostic) {
  std::string id(info(diagnostic.code).id);
  std::string at = placeText(file, diagnostic.range.begin);
  std::string text = at + ": " +
                     std::string(severityName(diagnostic.severity)) + "[" + id +
                     "]: " + diagnostic.message;
  for (const RelatedInformation &related : diagnostic.related)
    text += "\n" + placeText(file, related.range.begin) +
            ": note: " + related.message;
  return testCase(file.path, id + " at " + at,
                  "<failure type=\"" + id + "\" message=\"" +
                      xmlEscaped(diagnostic.message) + "\">" +
                      xmlEscaped(text) + "</failure>");
}

static std::string testSuite(const CheckedFile &file) {
  std::string cases;
  for (const Diagnostic &diagnostic : file.diagnostics)
    cases += failedTest(file, diagnostic);
  if (!file.isChecked())
    cases = testCase(file.path, "check",
                     "<error message=\"" + xmlEscaped(file.failure) + "\"/>");
  else if (cases.empty())
    cases = testCase(file.path, "check", "");
  size_t failures = file.diagnostics.size();
  return "  <testsuite name=\"" + xmlEscaped(file.path) + "\" tests=\"" +
         std::to_string(std::max<size_t>(failures, 1)) + "\" failures=\"" +
         std::to_string(failures) + "\" errors=\"" +
         std::to_string(file.isChecked() ? 0 : 1) + "\">\n" + cases +
         "  </testsuite>\n";
}

std::string shapels::formatJunit(std::span<const CheckedFile> files) {
  std::string text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                     "<testsuites name=\"shapels\">\n";
  for (const CheckedFile &file : files)
    text += testSuite(file);
  return text + "</testsuites>\n";
}
