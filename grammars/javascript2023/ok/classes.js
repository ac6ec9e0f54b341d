// Clause 15.7: classes
class A { }
class B extends A { constructor() { super(); super.a(); super['b'] = 1; } }
class C extends f().D { ; }
class E extends (a, b) { }
class F {
    a; b = 1; 'c' = 2; [d] = 3; 4 = 5; #e; #f = 6;
    static g; static h = 7; static #i; static [j] = 8;
    k() { } *l() { } async m() { } async *n() { } get o() { return this.#e; } set o(p) { this.#e = p; }
    static q() { } static *r() { } static async s() { } static async *t() { } static get u() { } static set u(v) { }
    #w() { } get #x() { } set #x(y) { } static #z() { } async #aa() { } static async *#ab() { }
    static { this.g = 1; let ac; }
    static { }
    if() { } 'ad'() { } 5() { } [ae]() { }
    has(other) { return #e in other && other?.#e === this.#f; }
}
const G = class { }, H = class I { static J = class extends K { } };
