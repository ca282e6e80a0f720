//===- Upstream.cpp -------------------------------------------------------===//

#include "core/upstream/Upstream.h"

using namespace shapels;

// The build makes the file (server/tablegen/MakeUpstream.cpp).
asm(R"(
  .pushsection .rodata
  .balign 16
shapelsUpstreamBegin:
  .incbin ")" SHAPELS_UPSTREAM R"("
shapelsUpstreamEnd:
  .popsection
)");
extern "C" const char shapelsUpstreamBegin[], shapelsUpstreamEnd[];

const std::shared_ptr<const Catalogue> &shapels::upstreamCatalogue() {
  static const std::shared_ptr<const Catalogue> catalogue = [] {
    size_t size = shapelsUpstreamEnd - shapelsUpstreamBegin;
    std::optional<Catalogue> opened =
        Catalogue::open({shapelsUpstreamBegin, size});
    return std::make_shared<const Catalogue>(opened.value_or(Catalogue()));
  }();
  return catalogue;
}
