; Languages in Java 7 programs.

((comment) @injection.content
  (#match? @injection.content "^/[*][*]")
  (#set! injection.language "javadoc"))
