-- A user's configuration: the plugin on the runtimepath, then what NAME.init adds for the test file NAME.lua ($TEST).
-- Runs the test file once Neovim has started.
vim.opt.runtimepath:prepend(vim.env.PLUGIN)
package.path = vim.env.HERE .. '/?.lua;' .. package.path

local init = vim.env.TEST:gsub('%.lua$', '.init')
if vim.fn.filereadable(init) == 1 then dofile(init) end

vim.api.nvim_create_autocmd('VimEnter', {
  callback = function()
    vim.schedule(function()
      local t = require('harness')
      local loaded, why = pcall(dofile, vim.env.TEST)
      if not loaded then t.test('load', function() error(why, 0) end) end
      t.finish()
    end)
  end,
})
