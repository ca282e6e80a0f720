//===- GithubFormat.cpp ---------------------------------------------------===//

#include "server/check/GithubFormat.h"

#include "llvm/Support/JSON.h"

using namespace shapels;

static std::string_view commandOf(Severity severity) {
  switch (severity) {
  case Severity::Error:
    return "error";
  case Severity::Warning:
    return "warning";
  case Severity::Information:
  case Severity::Hint:
    return "notice";
  }
  return "error";
}

/// `special` must hold '%', or an escape could not be told from text.
static std::string escaped(std::string_view text, std::string_view special) {
  static constexpr char digits[] = "0123456789ABCDEF";
  std::string result;
  for (unsigned char c : text)
    if (special.find(static_cast<char>(c)) == std::string_view::npos)
      result += static_cast<char>(c);
    else
      result += {'%', digits[c >> 4], digits[c & 15]};
  return result;
}

static std::string escapedProperty(std::string_view text) {
  return escaped(text, "%\r\n:,");
}

/// GitHub takes columns only if the range ends on the line it starts on.
static std::string placeProperties(const CheckedFile &file,
                                   DocumentRange range) {
  auto [start, end] = file.text.positions(range, PositionEncoding::Utf16);
  std::string text = "file=" + escapedProperty(file.path) +
                     ",line=" + std::to_string(start.line + 1);
  if (start.line == end.line)
    text += ",col=" + std::to_string(start.character + 1);
  text += ",endLine=" + std::to_string(end.line + 1);
  if (start.line == end.line)
    text += ",endColumn=" + std::to_string(end.character + 1);
  return text;
}

static std::string messageWithNotes(const CheckedFile &file,
                                    const Diagnostic &diagnostic) {
  std::string text = diagnostic.message;
  for (const RelatedInformation &related : diagnostic.related) {
    Position position =
        file.text.position(related.range.begin, PositionEncoding::Utf16);
    text += "\n" + file.path + ":" + std::to_string(position.line + 1) + ":" +
            std::to_string(position.character + 1) +
            ": note: " + related.message;
  }
  return text;
}

std::string shapels::formatGithub(std::span<const CheckedFile> files) {
  std::string result;
  for (const CheckedFile &file : files)
    for (const Diagnostic &diagnostic : file.diagnostics)
      result += "::" + std::string(commandOf(diagnostic.severity)) + " " +
                placeProperties(file, diagnostic.range) + ",title=" +
                escapedProperty("shapels[" +
                                std::string(info(diagnostic.code).id) + "]") +
                "::" + escaped(messageWithNotes(file, diagnostic), "%\r\n") +
                "\n";
  return llvm::json::fixUTF8(result);
}
