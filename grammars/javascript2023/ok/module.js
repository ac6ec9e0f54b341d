// Clause 16: modules
import 'a';
import a from 'a';
import * as b from 'b';
import { } from 'c';
import { c, d as e, default as f, 'g h' as i, if as j, } from 'c';
import k, * as l from 'd';
import m, { n } from 'e';
import from from 'f';
import { as, from as of, as as get } from 'g';
export * from 'h';
export * as o from 'i';
export * as 'p q' from 'i';
export { };
export { a, b as default, c as 'r s', e as if, };
export { default, default as t, 'u v' } from 'j';
export var w = 1;
export let x, y = 2;
export const z = 3;
export function aa() { }
export async function* ab() { }
export class ac { }
export default a + b;
export default function () { }
export default function ad() { }
export default async function () { }
export default class { }
export default class ae extends ac { }
export default { };
export default [];
export default (class { });
export default async () => await import('k');
await af;
for await (const ag of ah) ;
