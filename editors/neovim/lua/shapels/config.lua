-- The options of setup(), and the one client configuration that every Neovim version starts.
local M = {}

M.options = { autostart = true, inlay_hints = true, folds = true, settings = {} }

local function expand_home(path)
  return (path:gsub('^~/', function() return vim.env.HOME .. '/' end))
end

--- A string is a program, a list a program with its arguments, a function what vim.lsp takes as `cmd`.
local function command()
  local cmd = M.options.cmd or vim.g.shapels_cmd or 'shapels'
  if type(cmd) == 'function' then return cmd end
  cmd = type(cmd) == 'table' and vim.deepcopy(cmd) or { cmd }
  cmd[1] = expand_home(cmd[1])
  return cmd
end

--- All settings are maps; without this an empty one would be sent as the list [].
local function as_map(value)
  if type(value) ~= 'table' or value[1] ~= nil then return value end
  return next(value) and vim.tbl_map(as_map, value) or vim.empty_dict()
end

--- Folds of the server (0.11), all open, in windows whose user has none.
local function fold(bufnr)
  for _, window in ipairs(vim.fn.win_findbuf(bufnr)) do
    local own = vim.wo[window]
    if own.foldmethod == 'manual' then
      own.foldmethod, own.foldexpr, own.foldlevel = 'expr', 'v:lua.vim.lsp.foldexpr()', 99
    end
  end
end

--- Hovers as wide as a page; from 0.11 on that is for who calls vim.lsp.buf.hover to say.
local function handlers()
  if vim.lsp.config or not vim.lsp.with then return nil end
  return { ['textDocument/hover'] = vim.lsp.with(vim.lsp.handlers.hover, { max_width = 100 }) }
end

--- The commands of code lenses that there are.  Before 0.10 hovers show the addresses of links.
local function capabilities()
  local all = vim.lsp.protocol.make_client_capabilities()
  all.experimental = { shapels = vim.tbl_map(function() return true end, require('shapels.views').lenses) }
  if vim.fn.has('nvim-0.10') == 0 then all.textDocument.hover.contentFormat = { 'plaintext' } end
  return all
end

local function on_attach(client, bufnr)
  local hints = vim.lsp.inlay_hint -- 0.10
  if hints and M.options.inlay_hints and client.server_capabilities.inlayHintProvider then
    hints.enable(true, { bufnr = bufnr })
  end
  if M.options.folds and vim.lsp.foldexpr and client.server_capabilities.foldingRangeProvider then fold(bufnr) end
  if M.options.on_attach then M.options.on_attach(client, bufnr) end
end

--- The nearest folder upwards with .shapels.json or .git, else the file's own.
function M.root(bufnr)
  local name = vim.api.nvim_buf_get_name(bufnr)
  local start = name ~= '' and vim.fn.fnamemodify(name, ':p:h') or vim.fn.getcwd()
  local folder = start
  repeat
    for _, marker in ipairs({ '/.shapels.json', '/.git' }) do
      if vim.fn.getftype(folder .. marker) ~= '' then return folder end
    end
    local child = folder
    folder = vim.fn.fnamemodify(folder, ':h')
  until folder == child
  return start
end

--- The configuration for vim.lsp.config.  Older Neovims need root_dir as a string: see client_for.
function M.client()
  return {
    name = 'shapels',
    cmd = command(),
    filetypes = { 'mlir' },
    root_dir = function(bufnr, on_dir) on_dir(M.root(bufnr)) end,
    settings = { shapels = as_map(M.options.settings) },
    before_init = function(params, config)
      params.initializationOptions = config.settings.shapels
    end,
    capabilities = capabilities(),
    on_attach = on_attach,
    handlers = handlers(),
  }
end

function M.client_for(bufnr)
  return vim.tbl_extend('force', M.client(), { root_dir = M.root(bufnr) })
end

--- What would be started: what setup() says and, from 0.11 on, vim.lsp.config('shapels', ...) on top.
function M.command()
  if vim.lsp.config then return vim.lsp.config.shapels.cmd end
  return command()
end

--- The program that cannot be found, or nil.
function M.missing()
  local cmd = M.command()
  if type(cmd) == 'table' and vim.fn.executable(cmd[1]) == 0 then return cmd[1] end
end

return M
