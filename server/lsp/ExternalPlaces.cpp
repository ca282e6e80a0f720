//===- ExternalPlaces.cpp - Places in other files -------------------------===//

#include "server/lsp/ExternalPlaces.h"

#include "core/text/TextBuffer.h"
#include "server/protocol/Uri.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <limits>
#include <utility>

using namespace shapels;

static bool isFile(const std::string &path) {
  std::error_code ignored;
  return std::filesystem::is_regular_file(path, ignored);
}

static std::optional<std::string>
findUri(const std::string &file, const std::string &documentUri,
        const std::vector<std::string> &roots) {
  if (file.starts_with('/'))
    return isFile(file) ? std::optional(lsp::fileUri(file)) : std::nullopt;
  std::vector<std::string> folders = roots;
  folders.push_back(lsp::folderOf(documentUri));
  for (const std::string &folder : folders) {
    std::optional<std::string> uri = lsp::resolve(folder, file);
    if (!uri)
      continue;
    std::optional<std::string> path = lsp::filePath(*uri);
    if (!path || isFile(*path))
      return uri;
  }
  return std::nullopt;
}

/// The column of `place`, whose own counts bytes. That needs the line's text;
/// without it the bytes must do.
static uint32_t column(const ExternalPlace &place, const std::string &uri,
                       PositionEncoding encoding) {
  std::optional<std::string> path = lsp::filePath(uri);
  if (encoding == PositionEncoding::Utf8 || !path)
    return place.position.character;
  std::ifstream in(*path);
  std::string line;
  for (uint32_t i = 0; i <= place.position.line; ++i)
    if (!std::getline(in, line))
      return place.position.character;
  DocumentOffset end{static_cast<uint32_t>(line.size())};
  DocumentOffset offset{std::min(place.position.character, end.value)};
  return TextBuffer(std::move(line)).position(offset, encoding).character;
}

std::optional<lsp::Location> shapels::locateExternal(
    const ExternalPlace &place, const std::string &documentUri,
    const std::vector<std::string> &roots, PositionEncoding encoding) {
  // Larger numbers are not LSP's `uinteger`, and no place in a file.
  constexpr uint32_t largest = std::numeric_limits<int32_t>::max();
  if (place.position.line > largest || place.position.character > largest)
    return std::nullopt;
  std::optional<std::string> uri = findUri(place.file, documentUri, roots);
  if (!uri)
    return std::nullopt;
  Position position{place.position.line, column(place, *uri, encoding)};
  return lsp::Location{std::move(*uri), {position, position}};
}
