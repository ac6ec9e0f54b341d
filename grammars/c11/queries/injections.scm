; Languages in C11 programs.

((comment) @injection.content
  (#match? @injection.content "^/[*][*!]")
  (#set! injection.language "doxygen"))
