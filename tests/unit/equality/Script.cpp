//===- Script.cpp ---------------------------------------------------------===//

#include "equality/Script.h"

#include <algorithm>
#include <iomanip>
#include <sstream>
#include <utility>

using namespace shapels;
using namespace shapels::test;

TextEdit test::fitted(TextEdit edit, size_t size) {
  auto last = static_cast<uint32_t>(size);
  edit.range.end.value = std::min(edit.range.end.value, last);
  edit.range.begin.value =
      std::min(edit.range.begin.value, edit.range.end.value);
  return edit;
}

void test::applyEdits(const Batch &batch, std::string &text) {
  for (const TextEdit &edit : batch) {
    DocumentRange range = fitted(edit, text.size()).range;
    text.replace(range.begin.value, range.size(), edit.newText);
  }
}

static std::string quoted(const std::string &text) {
  std::ostringstream result;
  result << '"' << std::hex << std::setfill('0');
  for (char c : text)
    if (c == '\n')
      result << "\\n";
    else if (c == '"' || c == '\\')
      result << '\\' << c;
    else if (c < ' ' || c > '~')
      result << "\\x" << std::setw(2)
             << static_cast<unsigned>(static_cast<unsigned char>(c));
    else
      result << c;
  return result.str() + '"';
}

static std::string unquoted(const std::string &text) {
  std::string result;
  for (size_t i = 1; i + 1 < text.size(); ++i) {
    if (text[i] != '\\') {
      result += text[i];
      continue;
    }
    char kind = text[++i];
    if (kind == 'x') {
      result +=
          static_cast<char>(std::stoi(text.substr(i + 1, 2), nullptr, 16));
      i += 2;
    } else {
      result += kind == 'n' ? '\n' : kind;
    }
  }
  return result;
}

std::string test::written(const Batch &batch) {
  std::string lines;
  for (const TextEdit &edit : batch)
    lines += "edit " + std::to_string(edit.range.begin.value) + " " +
             std::to_string(edit.range.end.value) + " " + quoted(edit.newText) +
             "\n";
  return lines + "update\n";
}

std::string test::written(const Script &script) {
  std::string lines = "text " + quoted(script.text) + "\n";
  for (const Batch &batch : script.batches)
    lines += written(batch);
  return lines;
}

/// Reads a line that follows the text. False where it is none.
static bool readLine(const std::string &line, Batch &batch, Script &script) {
  std::istringstream words(line);
  std::string verb, text;
  words >> verb;
  if (verb == "edit") {
    TextEdit edit;
    words >> edit.range.begin.value >> edit.range.end.value >> std::ws;
    std::getline(words, text);
    edit.newText = unquoted(text);
    batch.push_back(edit);
  } else if (verb == "update") {
    script.batches.push_back(std::exchange(batch, {}));
  } else {
    return verb.empty() || verb.starts_with('#');
  }
  return true;
}

std::optional<std::vector<Script>>
test::readScripts(const std::string &written) {
  constexpr std::string_view start = "text ";
  std::vector<Script> scripts;
  Batch batch;
  std::istringstream lines(written);
  for (std::string line; std::getline(lines, line);) {
    Script none;
    if (line.starts_with(start))
      scripts.push_back({unquoted(line.substr(start.size())), {}});
    else if (!readLine(line, batch, scripts.empty() ? none : scripts.back()))
      return std::nullopt;
  }
  return scripts;
}

std::optional<Script> test::readScript(const std::string &written) {
  auto scripts = readScripts(written);
  return scripts && scripts->size() == 1 ? std::optional(scripts->front())
                                         : std::nullopt;
}
