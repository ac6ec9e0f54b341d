; What is indented in PHP 7.3.

[(compound_statement) (class_body) (argument_list) (array_creation)] @indent.begin
(switch_statement (case_statements) @indent.begin)
["}" ")" "]"] @indent.branch @indent.end
["endif" "endswitch" "endwhile" "endfor" "endforeach" "enddeclare"] @indent.branch @indent.end
["else" "elseif"] @indent.branch
