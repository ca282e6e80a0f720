" Triton writes its IR dumps as .ttir and .ttgir.
autocmd BufRead,BufNewFile *.mlir,*.ttir,*.ttgir setfiletype mlir
