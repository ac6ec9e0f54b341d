// Keywords that are names elsewhere
var as, async, await, from, get, let, meta, of, set, target;
var static, yield;
as = from; get = set; of = meta; target = as;
as(); from(of); get.set(of); set[get]; target`x`; meta ? of : as;
function of(get, set) { } function get() { } function async() { }
({ as, async, from, get, of, set, static, let, yield, await });
({ async: 1, get: 2, set: 3, of: 4, static: 5, let: 6, await: 7, yield: 8 });
({ get() { }, set() { }, async() { }, of() { }, get get() { }, set set(get) { }, async async() { } });
({ get of() { }, *get() { }, async *set() { }, get: get, async, });
({ async = 1, get = 2 } = of);
class meta2 { }
class A { get; set; static; async; of; await; yield; }
class B { get = 1; set = 2; static = 3; async = 4; static get = 5; static static = 6; static async; }
class C { get() { } set() { } static() { } async() { } static static() { } static get() { } get get() { } }
class D { static get static() { } static async async() { } async get() { } *static() { } get static() { } }
for (of of of) ;
for (let of of of) ;
for (var of of of) ;
for (let of = 1; ;) break;
for (const async of of) ;
for (get in of) ;
let of2 = of, x = y => of;
label: async: of: for (;;) continue of;
async (of); async (get, set) => of; of => get; async => of; async of => get; (async, of) => get;
a.async.await.get.static; a?.of; target.meta; function target2() { new.target; }
