; Outlines of JSON texts are made of their members.

(Member . (STRING) @name) @definition.property
