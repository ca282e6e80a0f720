//===- PlanView.h - What --check would do ----------------------*- C++ -*-===//

#ifndef SHAPELS_CHECK_PLANVIEW_H
#define SHAPELS_CHECK_PLANVIEW_H

#include "server/check/Plan.h"

#include <string>

namespace shapels {

/// Of --list-files: the paths of the files, one a line.
std::string fileList(const CheckPlan &plan);

/// Of --show-config: for each `.shapels.json`, or none, what holds for the
/// files that go by it, as JSON.
std::string configList(const CheckPlan &plan);

} // namespace shapels

#endif // SHAPELS_CHECK_PLANVIEW_H
