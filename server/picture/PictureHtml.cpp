//===- PictureHtml.cpp ----------------------------------------------------===//

#include "server/picture/PictureHtml.h"

#include <string_view>

using namespace shapels;

// What draws it is the VS Code extension's (editors/vscode/picture); the build
// puts its files together.
asm(R"(
  .pushsection .rodata
shapelsPageBegin:
  .incbin ")" SHAPELS_PICTURE_PAGE R"("
shapelsPageEnd:
  .popsection
)");
extern "C" const char shapelsPageBegin[], shapelsPageEnd[];

/// Where the picture goes.
static constexpr std::string_view mark = "@PICTURE@";

/// No `</script>` ends the element that holds it.
static std::string scriptText(const nlohmann::ordered_json &picture) {
  std::string text =
      picture.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  std::string safe;
  for (char c : text)
    safe += c == '<' ? std::string("\\u003c") : std::string(1, c);
  return safe;
}

std::string shapels::pictureHtml(const nlohmann::ordered_json &picture) {
  std::string_view page(shapelsPageBegin, shapelsPageEnd - shapelsPageBegin);
  size_t place = page.find(mark);
  return std::string(page.substr(0, place)) + scriptText(picture) +
         std::string(page.substr(place + mark.size()));
}
