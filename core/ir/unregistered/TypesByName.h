//===- TypesByName.h - What an unknown op's name tells of types -*- C++ -*-===//
//
// Of ops that no definition is known of: what the dialects that are met most
// often mean by a name. Pure functions.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_IR_UNREGISTERED_TYPESBYNAME_H
#define SHAPELS_IR_UNREGISTERED_TYPESBYNAME_H

#include "core/ods/WrittenType.h"

#include "llvm/ADT/StringRef.h"

#include <string>
#include <string_view>

namespace shapels {

/// Whether an op of the dialect that writes one type means its operands and its
/// results: StableHLO's short forms.
bool isOneTypeDialect(std::string_view dialect);

/// The elements that a shaped type of no dialect spells: `f32` of
/// `tensor<4xf32>`; else empty.
llvm::StringRef writtenElement(llvm::StringRef type);

/// What a pointer, or a tensor of pointers, leads to: `tensor<4xf32>` of
/// `tensor<4x!tt.ptr<f32>>`; empty where it is none, or one that does not say.
std::string pointee(llvm::StringRef type);

/// Of ops that write no type the name often tells: `vm.const.i32`,
/// `torch.constant.int`.
WrittenType typeByName(llvm::StringRef opName);

/// The type of all results of an op, which nothing else tells; or empty.
llvm::StringRef onlyType(llvm::StringRef opName);

/// Whether an op whose name ends so gives a size: an index.
bool asksForSize(llvm::StringRef last);

/// Whether the last types that an op of the dialect writes are its results',
/// whatever is before them: so it is in all forms of StableHLO and its kin.
bool endsWithResults(llvm::StringRef opName, llvm::StringRef type);

} // namespace shapels

#endif // SHAPELS_IR_UNREGISTERED_TYPESBYNAME_H
