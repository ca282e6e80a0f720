;; Drives eglot in batch Emacs, with the recipe of editors/README.md, which RECIPE names.
;; Prints `ok NAME` or `not ok NAME: why` for each test, and `end` at last.

(defun await (what probe)
  "Let Emacs read from the server until PROBE gives something, and give that."
  (let ((end (+ (float-time) 20)) found)
    (while (not (or (setq found (funcall probe)) (> (float-time) end)))
      (accept-process-output nil 0.05))
    (or found (error "no %s within 20 s" what))))

(defmacro check (name &rest body)
  `(condition-case problem
       (progn ,@body (princ (format "ok %s\n" ,name)))
     (error (princ (format "not ok %s: %s\n" ,name (error-message-string problem))))))

(defun want (expected found)
  (unless (equal expected found) (error "expected %S, not %S" expected found)))

(defun show (name text)
  "Visit a file of that TEXT, and wait until the server knows it."
  (find-file (expand-file-name name))
  (erase-buffer)
  (insert text)
  (save-buffer)
  (unless (eglot-managed-p) (apply #'eglot (eglot--guess-contact)))
  (await "server" #'eglot-current-server))

(defun go-to (text)
  (goto-char (point-min))
  (search-forward text)
  (goto-char (match-beginning 0)))

(load (getenv "RECIPE"))
(remove-hook 'mlir-mode-hook #'eglot-ensure) ; waits for idle time, which batch Emacs does not have
(setq eglot-sync-connect 20 make-backup-files nil)
(setq project-find-functions (list (lambda (folder) (cons 'transient folder))))

(show "a.mlir" "func.func @f(%a: tensor<3xi32>) -> tensor<4xi32> {
      %0 = \"test.broadcastable\"(%a, %a) : (tensor<3xi32>, tensor<3xi32>) -> tensor<4xi32>
  return %0 : tensor<4xi32>
}
")

(check "mode" (want 'mlir-mode major-mode))

(check "diagnostics"
  (flymake-mode 1)
  (let ((found (await "diagnostic" #'flymake-diagnostics)))
    (unless (string-match-p "3" (flymake-diagnostic-text (car found)))
      (error "%S" (flymake-diagnostic-text (car found))))))

(defun ask (method) (jsonrpc-request (eglot-current-server) method (eglot--TextDocumentPositionParams)))

(check "hover"
  (go-to "test.broadcastable")
  (unless (plist-get (ask :textDocument/hover) :contents) (error "nothing")))

(check "definition"
  (go-to "%0 : tensor")
  (want 2 (xref-location-line (xref-item-location (car (xref-backend-definitions 'eglot (xref-backend-identifier-at-point 'eglot)))))))

(check "rename"
  (go-to "%0 =")
  (eglot-rename "%sum")
  (go-to "return")
  (want "  return %sum : tensor<4xi32>" (buffer-substring (line-beginning-position) (line-end-position))))

(check "a rename that is refused says why"
  (go-to "%sum")
  (want "refused" (condition-case problem (progn (eglot-rename "%a") "done")
                    (error (if (string-match-p "'%a' is taken: line 1" (error-message-string problem)) "refused"
                             (error-message-string problem))))))

(check "formatting"
  (eglot-format)
  (go-to "%sum =")
  (want 2 (current-column)))

(check "outline"
  (let ((found (format "%S" (funcall imenu-create-index-function))))
    (unless (string-match-p "\"f\"" found) (error "%s" found))))

(check "workspace symbols"
  (want "f" (plist-get (aref (jsonrpc-request (eglot-current-server) :workspace/symbol '(:query "f")) 0) :name)))

(ignore-errors (eglot-shutdown (eglot-current-server)))
(princ "end\n")
