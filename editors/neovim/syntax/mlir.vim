" MLIR's textual form: what any dialect looks like; no list of ops.  Where two items start together, the later one wins.
if exists('b:current_syntax')
  finish
endif
let s:cpo = &cpo
set cpo&vim

syntax case match
syntax iskeyword @,48-57,_,.,$

syntax match mlirNumber "\<\d\+\%(\.\d*\%([eE][-+]\?\d\+\)\?\)\?\>"
syntax match mlirNumber "\<0x\x\+\>"
syntax keyword mlirConstant true false unit
syntax keyword mlirKeyword attributes public private nested loc dense sparse dense_resource array affine_map affine_set strided distinct
syntax keyword mlirKeyword ins outs iter_args to step else do then into from

" Ops: at the start of a line, after `%results =`, in quotes before `(`, or with a dialect's name anywhere (loc text aside).
syntax match mlirOp "\<\h\w*\%(\.[[:alnum:]_$]\+\)\+"
syntax match mlirOp "^\s*\zs\h[[:alnum:]_$.]*"
syntax match mlirResults "^\s*%[^="]*=[[:blank:]]*" contains=mlirValue nextgroup=mlirOpName,mlirQuotedOp
syntax match mlirOpName "\h[[:alnum:]_$.]*" contained
syntax match mlirAttribute "\<[[:alnum:]_$.]\+\ze\s*=\%([^=]\|$\)"

syntax match mlirValue "%\%(\d\+\|[[:alpha:]$._-][[:alnum:]$._-]*\)\%([:#]\d\+\)\?"
syntax match mlirSymbol "@\h[[:alnum:]_$.]*"
syntax match mlirSymbol '@"[^"]*"'
syntax match mlirBlock "\^\%(\d\+\|[[:alpha:]$._-][[:alnum:]$._-]*\)"
syntax match mlirAttributeAlias "#\h[[:alnum:]_$.]*"

syntax match mlirType "!\h[[:alnum:]_$.]*"
syntax match mlirType "\<\%([su]\?i\d\+\|f\d\+\w*\|bf16\|tf32\|index\|none\|tuple\|complex\|tensor\|memref\|vector\)\>"
syntax match mlirArrow "->\|>="
" oneline: a missing '>' must not colour the rest of the file.
syntax region mlirAngles matchgroup=mlirBracket start="<" end=">" oneline contained transparent
syntax region mlirShaped matchgroup=mlirType start="\%(\<\|x\@1<=\)\%(tensor\|memref\|vector\)<" end=">" oneline
  \ contains=mlirDims,mlirElement,mlirAngles,mlirArrow,mlirShaped,mlirType,mlirAttributeAlias,mlirNumber,mlirKeyword,mlirString
syntax match mlirDims "\%(\%(\d\+\|?\|\*\|\[\d\+\]\)x\)\+" contained contains=mlirDim nextgroup=mlirElement,mlirShaped
syntax match mlirDim "\d\+\|[?*]" contained
syntax match mlirElement "\%([su]\?i\d\+\|f\d\+\w*\|bf16\|tf32\|index\|complex\)" contained

syntax region mlirString start='"' skip='\\\\\|\\"' end='"' oneline contains=mlirEscape
syntax match mlirEscape '\\\%(\x\x\|[nt"\\]\)' contained
syntax match mlirQuotedOp '"[^"]*"\ze\s*('
syntax match mlirComment "//.*$" contains=mlirTodo,mlirExpectation,mlirPragma,@Spell
syntax match mlirSeparator "^// -----\s*$"
syntax match mlirExpectation "\<expected-\%(error\|warning\|note\|remark\)" contained
syntax match mlirPragma "\<shapels:.*" contained
syntax keyword mlirTodo TODO FIXME XXX contained

syntax sync minlines=1

highlight default link mlirNumber Number
highlight default link mlirConstant Boolean
highlight default link mlirKeyword Keyword
highlight default link mlirOp Statement
highlight default link mlirOpName mlirOp
highlight default link mlirQuotedOp mlirOp
highlight default link mlirAttribute Constant
highlight default link mlirValue Identifier
highlight default link mlirSymbol Function
highlight default link mlirBlock Label
highlight default link mlirAttributeAlias PreProc
highlight default link mlirType Type
highlight default link mlirElement Type
highlight default link mlirDim Number
highlight default link mlirArrow Operator
highlight default link mlirString String
highlight default link mlirEscape SpecialChar
highlight default link mlirComment Comment
highlight default link mlirSeparator PreProc
highlight default link mlirExpectation SpecialComment
highlight default link mlirPragma SpecialComment
highlight default link mlirTodo Todo

let b:current_syntax = 'mlir'
let &cpo = s:cpo
unlet s:cpo
