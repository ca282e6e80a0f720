//===- Configuration.cpp - Fuzzes what a .shapels.json says ---------------===//
//
// Any JSON is settings and complaints, each of which names a place that is
// there, and what the settings say of ops and paths does not rest on how long
// a name is.
//
//===----------------------------------------------------------------------===//

#include "core/text/Glob.h"
#include "server/config/Settings.h"
#include "server/protocol/PositionedJson.h"

#include <cstdlib>
#include <nlohmann/json.hpp>

using namespace shapels;

/// Behind so many characters another way to match begins.
static const std::string before(64, 'x');

static void checkGlob(const std::string &pattern, std::string_view name) {
  if (matchesGlob(pattern, name) !=
      matchesGlob(before + pattern, before + std::string(name)))
    std::abort();
}

static void check(const lsp::Settings &settings,
                  const lsp::PositionedJson &json) {
  for (const lsp::Complaint &complaint : settings.complaints)
    if (complaint.message.empty() || !json.places.contains(complaint.path))
      std::abort();
  Configuration configuration = lsp::apply(settings, {});
  if (configuration != lsp::apply(settings, configuration))
    std::abort();
  for (std::string_view name : {"a", "my.add", "my/a.b/c", "a.a.a.a.a.b"}) {
    (void)configuration.ops.find(name);
    for (const std::string &pattern : settings.exclude)
      checkGlob(pattern, name);
  }
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  std::string_view text(reinterpret_cast<const char *>(data), size);
  lsp::PositionedJson json = lsp::parsePositioned(text);
  if (json.error)
    return 0;
  check(lsp::decodeFileSettings(json.value), json);
  (void)lsp::decodeSettings(json.value);
  return 0;
}
