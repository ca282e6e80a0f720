//===- RunLines.cpp -------------------------------------------------------===//

#include "server/features/RunLines.h"

#include <algorithm>
#include <cctype>
#include <optional>
#include <utility>

using namespace shapels;

/// What a line of a command has, if the line is one: behind `RUN:`.
static std::optional<DocumentRange> commandIn(std::string_view line) {
  size_t slashes = line.find_first_not_of(" \t");
  if (slashes == line.npos || !line.substr(slashes).starts_with("//"))
    return std::nullopt;
  size_t word = line.find_first_not_of("/ \t", slashes);
  if (word == line.npos || !line.substr(word).starts_with("RUN:"))
    return std::nullopt;
  return DocumentRange{{static_cast<uint32_t>(word)},
                       {static_cast<uint32_t>(line.size())}};
}

static void addInputs(std::string_view line, DocumentOffset begin,
                      RunLine &run) {
  for (std::string_view folder : {"%S/", "%p/"})
    for (size_t at = line.find(folder); at != line.npos;
         at = line.find(folder, at + 1)) {
      size_t end = std::min(line.find_first_of(" \t,;:|'\"", at), line.size());
      auto from = static_cast<uint32_t>(at), to = static_cast<uint32_t>(end);
      if (from + folder.size() < to)
        run.inputs.push_back(
            {{begin + from, begin + to},
             std::string(
                 line.substr(at + folder.size(), end - at - folder.size()))});
    }
}

std::vector<RunLine> shapels::runLines(const TextBuffer &text) {
  constexpr uint32_t marker = 4; // RUN:
  std::vector<RunLine> result;
  std::string_view all = text.text();
  bool goesOn = false;
  for (size_t at = all.find("RUN:"); at != all.npos;
       at = all.find("RUN:", at + 1)) {
    DocumentRange line =
        text.lineRange(text.lineOf({static_cast<uint32_t>(at)}));
    std::string_view spelled = text.slice(line);
    std::optional<DocumentRange> command = commandIn(spelled);
    if (!command || line.begin.value + command->begin.value != at)
      continue;
    std::string_view words = spelled.substr(command->begin.value + marker);
    words =
        words.substr(std::min(words.find_first_not_of(" \t"), words.size()));
    if (!goesOn)
      result.push_back({command->shifted(line.begin.value), "", {}});
    RunLine &run = result.back();
    addInputs(spelled, line.begin, run);
    goesOn = words.ends_with('\\');
    if (goesOn)
      words.remove_suffix(1);
    run.command += words;
  }
  return result;
}

static std::string quoted(std::string_view word) {
  constexpr std::string_view plain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./+:=@,";
  if (!word.empty() && word.find_first_not_of(plain) == word.npos)
    return std::string(word);
  std::string result = "'";
  for (char c : word)
    result += c == '\'' ? "'\\''" : std::string(1, c);
  return result + "'";
}

std::string shapels::shellCommand(std::string_view command,
                                  std::string_view path) {
  size_t slash = path.rfind('/');
  std::string folder(path.substr(0, slash == path.npos ? 0 : slash));
  std::string name(path.substr(slash == path.npos ? 0 : slash + 1));
  const std::pair<std::string_view, std::string> replaced[] = {
      {"%%", "%"},
      {"%basename_t", quoted(name)},
      {"%{fs-sep}", "/"},
      {"%s", quoted(path)},
      {"%S", quoted(folder)},
      {"%p", quoted(folder)},
      {"%t", quoted("/tmp/" + name + ".tmp")},
      {"%T", "/tmp"}};
  std::string result;
  while (!command.empty()) {
    auto found = std::ranges::find_if(replaced, [&](const auto &each) {
      return command.starts_with(each.first);
    });
    // `%shapels` is a tool of the project's own.
    bool isWord =
        found != std::end(replaced) && found->first.size() == 2 &&
        command.size() > 2 &&
        (isalnum(static_cast<unsigned char>(command[2])) || command[2] == '_');
    if (found == std::end(replaced) || (isWord && found->first != "%%")) {
      result += command.front();
      command.remove_prefix(1);
      continue;
    }
    result += found->second;
    command.remove_prefix(found->first.size());
  }
  return result;
}
