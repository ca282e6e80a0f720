//===- TextFormat.cpp -----------------------------------------------------===//

#include "server/check/TextFormat.h"

using namespace shapels;

namespace {

constexpr std::string_view bold = "\033[1m", plain = "\033[0m";
constexpr std::string_view noteColor = "\033[1;36m";

std::string_view colorOf(Severity severity) {
  switch (severity) {
  case Severity::Error:
    return "\033[1;31m";
  case Severity::Warning:
    return "\033[1;35m";
  case Severity::Information:
  case Severity::Hint:
    return "\033[1;34m";
  }
  return plain;
}

class FileFormatter {
public:
  FileFormatter(const CheckedFile &file, const TextStyle &style)
      : file(file), style(style) {}

  void format(const Diagnostic &diagnostic);
  void format(const ExpectationMismatch &mismatch);
  std::string take() { return std::move(result); }

private:
  /// `file:line:column: label: message`
  void addHeadline(DocumentOffset where, std::string_view label,
                   std::string_view labelColor, std::string_view message,
                   bool isNote = false);
  void addSnippet(std::span<const Underline> underlines) {
    result += sourceSnippet(file.text, underlines, style);
  }
  std::string painted(std::string_view color, std::string_view text) const;

  const CheckedFile &file;
  const TextStyle &style;
  std::string result;
};

} // namespace

std::string FileFormatter::painted(std::string_view color,
                                   std::string_view text) const {
  if (!style.color)
    return std::string(text);
  return std::string(color).append(text).append(plain);
}

void FileFormatter::addHeadline(DocumentOffset where, std::string_view label,
                                std::string_view labelColor,
                                std::string_view message, bool isNote) {
  Position position = file.text.position(where, PositionEncoding::Utf8);
  std::string place = file.path + ":" + std::to_string(position.line + 1) +
                      ":" + std::to_string(position.character + 1) + ":";
  result += painted(bold, place) + " " +
            painted(labelColor, std::string(label) + ":") + " " +
            painted(isNote ? "" : bold, printable(message)) + "\n";
}

void FileFormatter::format(const Diagnostic &diagnostic) {
  std::string label(severityName(diagnostic.severity));
  label += "[" + std::string(info(diagnostic.code).id) + "]";
  addHeadline(diagnostic.range.begin, label, colorOf(diagnostic.severity),
              diagnostic.message);
  std::vector<Underline> underlines = {{diagnostic.range, '^'}};
  for (DocumentRange range : diagnostic.alsoUnderlined)
    underlines.push_back({range, '~'});
  addSnippet(underlines);
  for (const RelatedInformation &related : diagnostic.related) {
    addHeadline(related.range.begin, "note", noteColor, related.message,
                /*isNote=*/true);
    addSnippet({{{related.range, '^'}}});
  }
  result += "\n";
}

void FileFormatter::format(const ExpectationMismatch &mismatch) {
  addHeadline(mismatch.range.begin, "error", colorOf(Severity::Error),
              mismatch.message);
  addSnippet({{{mismatch.range, '^'}}});
  result += "\n";
}

std::string shapels::formatText(std::span<const CheckedFile> files,
                                const TextStyle &style) {
  std::string result;
  for (const CheckedFile &file : files) {
    FileFormatter formatter(file, style);
    for (const Diagnostic &diagnostic : file.diagnostics)
      formatter.format(diagnostic);
    for (const ExpectationMismatch &mismatch : file.mismatches)
      formatter.format(mismatch);
    result += formatter.take();
  }
  return result;
}
