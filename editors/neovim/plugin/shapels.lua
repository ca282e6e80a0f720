if vim.fn.has('nvim-0.7') == 0 or vim.g.loaded_shapels then return end
vim.g.loaded_shapels = true

local shapels = require('shapels')
vim.api.nvim_create_autocmd('FileType', {
  group = vim.api.nvim_create_augroup('shapels', {}),
  pattern = 'mlir',
  callback = function(event) shapels.on_filetype(event.buf) end,
})
vim.api.nvim_create_user_command('ShapelsRestart', shapels.restart, { desc = 'Start the shapels server again' })
vim.api.nvim_create_user_command('ShapelsLog', shapels.log, { desc = 'Open the log of the language servers' })
local views = require('shapels.views')
views.set_up()
vim.api.nvim_create_user_command('Shapels', views.command, {
  nargs = 1,
  complete = views.complete,
  desc = 'Show the shape function, or the sources of sizes, of the function at the cursor',
})
shapels.autostart()
