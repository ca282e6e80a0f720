" Without a server too: a step deeper behind an open bracket and behind a label, a step back before a closing one.
if exists('b:did_indent')
  finish
endif
let b:did_indent = 1

setlocal indentexpr=ShapelsIndent() indentkeys=0},0),0],o,O,!^F
let b:undo_indent = 'setlocal indentexpr< indentkeys<'

if exists('*ShapelsIndent')
  finish
endif

function ShapelsIndent() abort
  let l:above = prevnonblank(v:lnum - 1)
  if l:above == 0
    return 0
  endif
  let l:text = substitute(getline(l:above), '\s*//.*$', '', '')
  let l:indent = indent(l:above)
  if l:text =~# '[{(\[]$' || l:text =~# '^\s*\^.*:$'
    let l:indent += shiftwidth()
  endif
  if getline(v:lnum) =~# '^\s*[})\]]'
    let l:indent -= shiftwidth()
  endif
  return max([l:indent, 0])
endfunction
