if exists('b:did_ftplugin')
  finish
endif
let b:did_ftplugin = 1

setlocal comments=:///,:// commentstring=//\ %s
" What the printer writes.
setlocal expandtab shiftwidth=2 softtabstop=2
" One word each: arith.addi, %arg0, @main, $name.
setlocal iskeyword+=.,$,%,@-@

let b:undo_ftplugin = 'setlocal comments< commentstring< expandtab< shiftwidth< softtabstop< iskeyword<'
