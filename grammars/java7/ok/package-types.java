package samples;
class C { }
;
