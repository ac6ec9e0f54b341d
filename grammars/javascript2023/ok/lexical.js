#!/usr/bin/env node
// Clause 12: white space, comments, names, literals
'use strict'; /* one line */ /* several
lines */
var a, $, _, $a1, número, \u0061b, \u{62}c, ℮;
a = 0; a = 42; a = 1_000_000; a = 0n; a = 123n; a = 017; a = 089;
a = 1.; a = 1.5; a = .5; a = 1e10; a = 1.5e-3; a = .5E+2; a = 1_0.0_1;
a = 0xFF; a = 0Xf_fn; a = 0o17; a = 0O7n; a = 0b1010; a = 0B1_1n;
a = ''; a = ""; a = 'it\'s'; a = "a \"quote\""; a = 'a\
b'; a = '\x41\u0041\u{1F600}\n'; a = "//"; a = '/*';
a = /a/; a = /=/g; a = /[/]\/[^\]]/giu; a = /\p{L}+/dgimsuy; a = /(?<year>\d{4})/;
a = null; a = true; a = false; a = this;
a = 1..toString(); a = 1.5.toFixed(); a = 1 .valueOf();
