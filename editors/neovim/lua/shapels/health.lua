local config = require('shapels.config')

local M = {}
local health = vim.health or require('health') -- 0.7 has no vim.health
local report = setmetatable({}, {
  __index = function(_, name) return health[name] or health['report_' .. name] end, -- report_*: before 0.10
})

local function check_neovim()
  report.start('shapels: Neovim')
  local version = vim.version()
  report.ok(('Neovim %d.%d.%d'):format(version.major, version.minor, version.patch))
  if not vim.lsp.inlay_hint then report.info('inlay hints need Neovim 0.10') end
end

local function check_program(program)
  local path = vim.fn.exepath(program)
  local version = vim.fn.system({ path, '--version' })
  if vim.v.shell_error ~= 0 then
    report.error(path .. ' --version fails: ' .. vim.trim(version), { 'Start it in a terminal to see why.' })
  else
    report.ok(('server: %s (%s)'):format(path, vim.trim(version):gsub('\n.*', '')))
  end
end

local function check_server()
  report.start('shapels: server')
  local cmd, missing = config.command(), config.missing()
  if missing then
    local where = missing:find('/') and '' or ' on PATH'
    report.error(('server not found: %s%s'):format(missing, where), {
      'Put the program shapels on the PATH that Neovim sees: ' .. vim.env.PATH,
      'or name it: let g:shapels_cmd = "/path/to/shapels"',
      'or: require("shapels").setup({ cmd = { "/path/to/shapels" } })',
      'Afterwards: :ShapelsRestart',
    })
  elseif type(cmd) == 'table' then
    check_program(cmd[1])
  else
    report.info('the server is started by a function')
  end
end

local function mlir_buffers(client)
  return vim.tbl_filter(function(bufnr)
    return vim.api.nvim_buf_is_loaded(bufnr) and vim.bo[bufnr].filetype == 'mlir'
      and (not client or vim.lsp.buf_is_attached(bufnr, client.id))
  end, vim.api.nvim_list_bufs())
end

--- The clients; while one may still be starting, for up to 2 s.
local function clients()
  local shapels = require('shapels')
  if #mlir_buffers() > 0 and shapels.enabled() and not config.missing() then
    vim.wait(2000, function() return #shapels.clients() > 0 end, 10)
  end
  return shapels.clients()
end

local function check_clients()
  report.start('shapels: client')
  local running = clients()
  for _, client in ipairs(running) do
    local root = client.config.root_dir
    report.ok(('client %d is attached to %d buffers, root %s'):format(client.id, #mlir_buffers(client), root))
  end
  if #running > 0 then return end
  if #mlir_buffers() == 0 then return report.info('no client is running: no MLIR file is open') end
  report.warn('an MLIR file is open, but no client is attached', {
    ':ShapelsRestart starts the server.',
    ':ShapelsLog shows what it said.',
  })
end

function M.check()
  check_neovim()
  check_server()
  check_clients()
end

return M
