//===- SectionCost.h - What an edit cost a section -------------*- C++ -*-===//

#ifndef SHAPELS_CHECK_SECTIONCOST_H
#define SHAPELS_CHECK_SECTIONCOST_H

#include "core/analysis/Document.h"
#include "core/analysis/Section.h"

namespace shapels {

/// Which statements of the section the last edit touched, removed, had parsed,
/// verified and inferred again, in lines for people. `isNew`: the edit made the
/// section.
std::string sectionCost(const Document &document, const Section &section,
                        bool isNew);

} // namespace shapels

#endif // SHAPELS_CHECK_SECTIONCOST_H
