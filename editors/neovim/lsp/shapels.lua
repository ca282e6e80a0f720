-- Neovim 0.11 and newer: vim.lsp.enable('shapels')
return require('shapels.config').client()
