local config = require('shapels.config')

local M = {}

local native = vim.lsp.config ~= nil -- Neovim 0.11: vim.lsp.enable starts the clients
local started = {}                   -- Neovim 0.7: client ids by root
local told = false

--- The clients that have answered `initialize`.
function M.clients()
  local all = (vim.lsp.get_clients or vim.lsp.get_active_clients)()
  return vim.tbl_filter(function(client) return client.name == 'shapels' end, all)
end

--- Do MLIR buffers get a client by themselves?
function M.enabled()
  if native and vim.lsp.is_enabled then return vim.lsp.is_enabled('shapels') end
  return config.options.autostart
end

local function tell_once(program)
  if told then return end
  told = true
  local where = program:find('/') and '' or ' on PATH'
  local text = ('shapels: no server: %s not found%s. See :checkhealth shapels'):format(program, where)
  vim.schedule(function() vim.notify(text, vim.log.levels.WARN) end)
end

local function attach(bufnr)
  local client = config.client_for(bufnr)
  if vim.lsp.start then -- 0.8
    vim.api.nvim_buf_call(bufnr, function() vim.lsp.start(client) end)
    return
  end
  local id = started[client.root_dir]
  if not (id and vim.lsp.get_client_by_id(id)) then
    id = vim.lsp.start_client(client)
    started[client.root_dir] = id
  end
  if id then vim.lsp.buf_attach_client(bufnr, id) end
end

--- Called for every buffer of the filetype mlir.
function M.on_filetype(bufnr)
  if not M.enabled() or vim.bo[bufnr].buftype ~= '' then return end
  local program = config.missing()
  if program then return tell_once(program) end
  if not native then attach(bufnr) end
end

local function each_mlir_buffer(action)
  for _, bufnr in ipairs(vim.api.nvim_list_bufs()) do
    if vim.api.nvim_buf_is_loaded(bufnr) and vim.bo[bufnr].filetype == 'mlir' then action(bufnr) end
  end
end

local function stop(client, force)
  if native then client:stop(force) else client.stop(force) end
end

local function stop_all()
  local function gone() return #M.clients() == 0 end
  for _, force in ipairs({ false, true }) do
    for _, client in ipairs(M.clients()) do stop(client, force) end
    if vim.wait(2000, gone, 10) then return end
  end
end

local function start()
  told = false
  config.options.autostart = true
  if native then vim.lsp.enable('shapels') end
  each_mlir_buffer(M.on_filetype)
end

function M.autostart()
  if native and config.options.autostart then vim.lsp.enable('shapels') end
end

function M.restart()
  if native then vim.lsp.enable('shapels', false) end
  stop_all()
  start()
end

function M.log()
  vim.cmd('tabedit ' .. vim.fn.fnameescape(require('vim.lsp.log').get_filename()))
end

--- What a JSON language server takes in its list of schemas, for .shapels.json.
function M.json_schema()
  local path = vim.api.nvim_get_runtime_file('shapels.schema.json', false)[1]
  return { fileMatch = { '.shapels.json' }, url = path and vim.uri_from_fname(vim.loop.fs_realpath(path)) }
end

--- Optional.  Options, with their defaults:
---   cmd = { 'shapels' }, settings = {}, autostart = true, inlay_hints = true, folds = true, on_attach = nil
function M.setup(options)
  config.options = vim.tbl_extend('force', config.options, options or {})
  told = false
  if not native then return end
  vim.lsp.config('shapels', {}) -- lsp/shapels.lua is to be read again
  if vim.g.loaded_shapels then vim.lsp.enable('shapels', config.options.autostart) end
end

return M
