; Languages in PHP 7.3 programs.

((INLINE_HTML) @injection.content
  (#set! injection.language "html")
  (#set! injection.combined))

((comment) @injection.content
  (#match? @injection.content "^/[*][*]")
  (#set! injection.language "phpdoc"))

; The names of heredocs say what is in them
(literal (HEREDOC_START) @_start (string_parts (string_part (STRING_TEXT) @injection.content))
  (#match? @_start "(?i)html['\"]?$")
  (#set! injection.language "html"))
(literal (HEREDOC_START) @_start (string_parts (string_part (STRING_TEXT) @injection.content))
  (#match? @_start "(?i)sql['\"]?$")
  (#set! injection.language "sql"))
(literal (HEREDOC_START) @_start (string_parts (string_part (STRING_TEXT) @injection.content))
  (#match? @_start "(?i)js['\"]?$")
  (#set! injection.language "javascript"))
