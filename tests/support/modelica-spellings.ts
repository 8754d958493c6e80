/** Models in the spelling that users of Modelica try first, by chapters of the Modelica language specification 3.6. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  Bus,
  Constant,
  defineFunction,
  Enumeration,
  equations,
  expr,
  inner,
  Model,
  outer,
  Par,
  redeclare,
  Var,
} from 'vario'
import 'vario/library/blocks'
import { ConstantVoltage, Ground, Resistor } from 'vario/library/electric'
import { formatMarkdownTable, replaceMarkedTable } from './markdown-table.ts'
import { ROOT } from './project.ts'

/** Values at t = 1 s; or a part of the error that says what to write. */
type Outcome = Readonly<Record<string, number | readonly number[]>> | string

/** One construct. */
export interface Spelling {
  readonly chapter: string
  readonly construct: string
  readonly text: string
  readonly members: Readonly<Record<string, unknown>>
  readonly outcome: Outcome
  /** Notation in Vario where it differs, or the reason why there is none. */
  readonly instead: string
}

defineFunction`
  function cube
    input Real x;
    input Real scale = 1;
    output Real y;
  algorithm
    y := scale*x^3;
  end cube;
`

defineFunction`
  function polar
    input Real x;
    input Real y;
    output Real r;
    output Real phi;
  algorithm
    r := sqrt(x^2 + y^2);
    phi := atan2(y, x);
  end polar;
`

const Point = Model({ x: Var(), v: Var() })
defineFunction`
  function mirrored
    input ${Point} p;
    input Real k = 1;
    output ${Point} q;
  algorithm
    q.x := -k*p.x;
    q.v := k*p.v;
  end mirrored;
`

const x0 = { x: Var({ init: 1 }) }
const n0 = { n: Var({ start: 0 }) }
const A = [
  [1, 2],
  [3, 4],
]
const Tank = Model({ h: Var({ init: 1 }), equations: equations`der(h) = -h` })
const e = Math.exp(-1)
const StreamPort = Model({
  ...{ p: Var({ potential: true }), m_flow: Var({ flow: true }), h: Var({ stream: true }) },
})
const Feed = Model({ port: StreamPort(), m: 1, h: 1, equations: equations`port.m_flow = m; port.h = h` })
const Drain = Model({ port: StreamPort(), equations: equations`port.p = 0; port.h = 0` })
const circuit = {
  V: ConstantVoltage({ V: 6 }),
  g: Ground(),
  R: [Resistor({ R: 1 }), Resistor({ R: 1 }), Resistor({ R: 1 })],
}

const rows: Spelling[] = []
let chapter = ''
const has = (construct: string, text: string, outcome: Outcome, members: object = {}, instead = ''): void => {
  rows.push({ chapter, construct, text, members: members as Spelling['members'], outcome, instead })
}
/** Answered with an error; `instead` is the notation here. */
const other = (
  construct: string,
  text: string,
  outcome: string,
  instead: string,
  members: object = {},
): void => has(construct, text, outcome, members, instead)

chapter = '2 Lexical structure'
has('comments, descriptions', 'y = 1 "one"; // comment\n/* comment */ z = 2', { y: 1, z: 2 })
has('numbers', 'y = 1.5e2 + .5 + 2.', { y: 152.5 })
other("quoted names `'a b'`", "'a b' = 1", "is a text, '1' is a number", 'names of letters, digits and _')

chapter = '3 Operators and expressions'
has('precedence', 'y = 2^3 - 4/2*3; z = -2^2', { y: 2, z: -4 })
has('`and or not`, `<>`', 'y = if not (time > 2) and 1 <> 2 then 1 else 2', { y: 1 })
has('`if a then b elseif c then d else e`', 'y = if time > 2 then 1 elseif time > 0.5 then 2 else 3', {
  y: 2,
})
has(
  '`div mod rem ceil floor integer`',
  'y = {div(7, 2), mod(-7, 3), rem(-7, 3), ceil(1.2), floor(-1.2), integer(2.7)}',
  {
    y: [3, 2, -1, 2, -2, 2],
  },
)
has(
  '`abs sign sqrt`, `sin` … `atan2`, `exp log log10`',
  'y = sqrt(4) + sign(-2) + abs(-1) + log10(100) + atan2(0, 1)',
  { y: 4 },
)
has('`der(x)`, `time`', 'der(x) = -x; y = der(x) + time', { y: 1 - e }, x0)
has(
  '`noEvent smooth semiLinear homotopy`',
  'y = noEvent(time) + smooth(0, time) + semiLinear(time, 2, 3) + homotopy(time, 0) + homotopy(actual = time, simplified = 0)',
  { y: 6 },
)
has(
  '`pre edge change initial terminal`',
  'b = time > 0.5; when edge(b) then n = pre(n) + 1; elsewhen initial() then n = 10; end when',
  { n: 11 },
  n0,
)
has(
  '`sample(start, interval)`',
  'when sample(0, 0.3) then n = pre(n) + 1; end when',
  { n: 4 },
  n0,
  'also `Clock(start, interval)`',
)
has(
  '`spatialDistribution(in0, in1, x, positiveVelocity, …)`',
  '(a, b) = spatialDistribution(time, 0, 2*time, true, {0, 1}, {5, 5})',
  { a: 1, b: 0.5 },
  {},
  'from `vario/library/blocks`',
)
has('`String(x)`, `+` of texts', 'assert(time < 2, "t = " + String(time)); y = 1', { y: 1 })
other(
  '`==` of Reals',
  'y = if time == 0.5 then 1 else 0',
  'compares numbers that change continuously',
  'a relation, or `noEvent`',
)
other(
  '`cardinality(c)`',
  'y = cardinality(x)',
  "expected the name of a function, got 'cardinality'",
  'deprecated in Modelica; a parameter',
  x0,
)

chapter = '4 Classes, declarations'
other(
  '`Real x;`',
  'Real x;\nx = 1',
  'declare it beside the equations: x: Var({ init: 0 })',
  '`x: Var()` beside the equations',
)
other(
  '`parameter Real k = 2;`',
  'parameter Real k = 2;\nx = k',
  "write it beside the equations: k: Par(2, 'm')",
  '`k: Par(2)`',
)
other('`model M … end M;`', 'model M\nx = 1', 'write const Name = Model(', '`Model({ … })`')
other(
  '`record State … end State;`',
  'record State\n  Real x;\nend State;\ny = 1',
  'write const State = Model({ x: Var()',
  '`Model({ x: Var() })`',
)
other(
  '`Resistor R(R = 2);`',
  'Resistor R(R = 2);\ny = 1',
  'write R: Resistor({ name: value }) beside',
  '`R: Resistor({ R: 2 })`',
)
other(
  '`Resistor R[3](each R = 2);`',
  'Resistor R[3](each R = 2);\ny = 1',
  'write R: Resistor({ for: { i: expr`1:n` } })',
  '``R: Resistor({ R: 2, for: { i: expr`1:3` } })``',
)
other(
  '`final parameter`, `constant`',
  'constant Real g = 9.81;\ny = g',
  'write it beside the equations',
  '`Par(2, { final: true })`, `Constant(9.81)`',
)
has(
  'constants of a package',
  'y = Physics.g*Physics.c.k',
  { y: 29.43 },
  { Physics: Model({ g: Constant(9.81), c: Model({ k: Constant(3) }) }) },
  'a model of constants, or `import`',
)
has(
  'components under a condition, and their connections',
  'connect(V.p, extra.p); connect(extra.n, R.p); connect(V.p, R.p); connect(R.n, V.n, g.p); y = R.i',
  { y: 3 },
  {
    ...{ isWired: false, V: ConstantVoltage({ V: 6 }), g: Ground(), R: Resistor({ R: 2 }) },
    extra: Resistor({ if: expr`isWired` }),
  },
)
has(
  '`each` in modifications of arrays',
  'y = {cell[2].h0[2], cell[3].k}',
  { y: [6, 5] },
  {
    cell: Model({ k: 1, h0: [1, 2] })({ h0: [5, 6], k: expr`i + 2`, for: { i: expr`1:3` } }),
  },
)

chapter = '5 Names and scopes'
has('names of sub-models', 'y = t.h', { y: e }, { t: Tank() })
other(
  '`import`',
  'import SI = Modelica.SIunits;\ny = 1',
  'import components in TypeScript',
  '`import` of TypeScript',
)
has(
  '`inner`, `outer`',
  'y = sub.z',
  { y: 10 },
  {
    world: inner(Model({ g: 5 })),
    sub: Model({ world: outer(Model({ g: 9.81 })), equations: equations`z = 2*world.g` }),
  },
)
other(
  'declarations with `inner`, `outer`',
  'outer World world;\ny = world.g',
  'write world: outer(World())',
  '`world: outer(World())`',
)

chapter = '7 Inheritance'
other('`extends Base;`', 'extends Base;\ny = 1', 'write Base.extend({ … })', '`Base.extend({ … })`')

other('`replaceable`', 'replaceable Resistor R;\ny = 1', 'every member is replaceable', 'every member')
other(
  '`redeclare`',
  'redeclare Resistor R;\ny = 1',
  'write Circuit({ R: redeclare(Inductor()) })',
  '`redeclare(…)` in a modification',
)
has(
  'a redeclared component of a base class, its modification',
  'y = c.s.h',
  { y: 2 * e },
  {
    c: Model({ s: Model({ h: 1 }) }).extend({})({ s: redeclare(Tank({ h: 2 })) }),
  },
)

chapter = '8 Equations'
has('implicit equations', 'x + y = 3; x - y = 1', { x: 2, y: 1 })
has(
  '`for`',
  'for i in 1:3 loop\n  der(h[i]) = -i*h[i];\nend for;',
  { h: [e, e ** 2, e ** 3] },
  { h: Var({ init: [1, 1, 1] }) },
)
has(
  'nested `for`, several variables',
  'for i in 1:2 loop for j in 1:2 loop B[i, j] = i + 10*j; end for; end for; for i in 1:2, j in 1:2 loop C[i, j] = B[i, j]; end for',
  { C: [11, 21, 12, 22] },
)
other(
  '`for i loop`',
  'for i loop y[i] = 1; end for',
  'write: for i in 1:n, or for i in 1:size(x, 1)',
  '`for i in 1:size(x, 1)`',
)
has(
  '`connect` in `for`',
  'for i in 1:2 loop connect(R[i].n, R[i + 1].p); end for; connect(V.p, R[1].p); connect(R[3].n, V.n, g.p); y = R[2].v',
  { y: 2 },
  circuit,
)
has(
  '`if` with parameters',
  'if big then\n  y = 1;\nelse\n  y = 2;\n  z = 3;\nend if;',
  { y: 2, z: 3 },
  { big: false },
)
has('`if` with conditions that change', 'if time > 0.5 then\n  y = 1;\nelse\n  y = 2;\nend if;', { y: 1 })
other(
  'branches of different sizes',
  'if time > 0.5 then y = 1; z = 2; else y = 2; end if',
  'expected as many equations in every branch',
  'as many equations',
)
has(
  '`when`, `elsewhen`',
  'when time > 0.3 then n = 1; elsewhen time > 0.6 then n = 2; end when;',
  { n: 2 },
  n0,
)
has('`when {a, b}`', 'when {time > 0.3, time > 0.6} then n = pre(n) + 1; end when;', { n: 2 }, n0)
has(
  '`reinit(x[i], …)`',
  'der(h) = {1, 1}; when h[2] > 0.6 then reinit(h[2], 0); end when;',
  { h: [1, 0.4] },
  { h: Var({ init: [0, 0] }) },
)
has('`assert` with level', 'assert(time < 0.5, "late", AssertionLevel.warning); y = 1', { y: 1 })
has('`terminate`', 'der(x) = 1; when x > 1.5 then terminate("done"); end when', { x: 1.5 }, x0)
other('`x := 1` among equations', 'x := 1', "an equation is written with '='", '`x = 1`')
other(
  '`while` among equations',
  'while x < 1 loop x = 2; end while',
  'or a function with defineFunction',
  '`for`, or `defineFunction`',
)
other(
  '`equation`',
  'equation\n  x = 1;',
  'the template holds the equations alone',
  'the template `equations`',
)

chapter = '9 Connectors'
has(
  '`connect(a, b)`',
  'for i in 1:2 loop connect(R[i].n, R[i + 1].p); end for; connect(V.p, R[1].p); connect(R[3].n, V.n); connect(V.n, g.p); y = R[1].i',
  { y: 2 },
  circuit,
)

has(
  'arrays of connectors',
  'for i in 1:2 loop connect(b.p[i], R[i].p); end for; connect(V.p, b.p[1]); connect(R[1].n, V.n, g.p); y = R[1].i',
  { y: 6 },
  {
    ...circuit,
    b: Model({
      p: Model({ v: Var({ potential: true }), i: Var({ flow: true }), for: { i: expr`1:2` } }),
      equations: equations`p.i = {0, 0}`,
    }),
  },
)
has(
  'expandable connectors: `connect(bus.speed, sensor.y)`',
  'connect(bus.speed, sensor.y); connect(bus.wheel[2].w, sensor.y); connect(show.u, bus.wheel[2].w); y = bus.speed + show.z',
  { y: 9 },
  {
    bus: Bus(),
    sensor: Model({ y: Var({ output: true }), equations: equations`y = 3*time` }),
    show: Model({ u: Var({ input: true }), equations: equations`z = 2*u` }),
  },
  '`bus: Bus()`',
)
has(
  'expandable connectors that are `inner`',
  'y = bus.speed',
  { y: 3 },
  {
    bus: inner(Bus()),
    sensor: Model({ bus: outer(Bus()), equations: equations`bus.speed = 3*time` }),
  },
)
other(
  'a member of a bus without a source',
  'y = bus.sped',
  "nothing gives 'bus.sped' a value",
  'an output, or an equation `bus.sped = …`',
  { bus: Bus() },
)
other(
  '`expandable connector`',
  'expandable connector Bus\nend Bus;\ny = 1',
  'write const ControlBus = Bus()',
  '`Bus()`',
)
other(
  '`connector Pin … end Pin;`',
  'connector Pin\n  Real v;\nend Pin;\ny = 1',
  'write const Pin = Model({ v: Var({ potential: true })',
  '`Model({ v: Var({ potential: true }), i: Var({ flow: true }) })`',
)

chapter = '10 Arrays'
has('`{1, 2}`, `{{1, 2}, {3, 4}}`, `[1, 2; 3, 4]`', 'y = {1, 2}; B = {{1, 2}, {3, 4}} - [1, 2; 3, 5]', {
  y: [1, 2],
  B: [0, 0, 0, -1],
})
has('`[A, b; c, d]`', 'B = [A, b; c, 9]', { B: [1, 2, 5, 3, 4, 6, 7, 8, 9] }, { A, b: [5, 6], c: [[7, 8]] })
other('`[A, B]`', 'B = [A, A]', 'cat(2, A, B)', '`cat(2, A, B)`', { A })
other('arrays of three dimensions', 'y = {{{1, 2}}, {{3, 4}}}', 'got the matrix', 'vectors and matrices', {})
has('`1:3`, `1:2:5`', 'y = 1:3; z = 1:2:5', { y: [1, 2, 3], z: [1, 3, 5] })
has(
  '`x[2]`, `A[1, :]`, `x[end]`, `x[{1, 3}]`',
  'y = {v[2], v[end]}; a = A[1, :]; z = v[{1, 3}]',
  { y: [6, 7], a: [1, 2], z: [5, 7] },
  { A, v: [5, 6, 7] },
)
has('slices on the left', 'y[1:2] = {1, 2}; y[3] = 3', { y: [1, 2, 3] })
has('`{f(i) for i in 1:n}`', 'y = {i^2 for i in 1:n}', { y: [1, 4, 9] }, { n: 3 })
has('`{f(i, j) for i in 1:2, j in 1:3}`', 'y = {10*i + j for i in 1:2, j in 1:3}', {
  y: [11, 21, 12, 22, 13, 23],
})
has(
  '`sum(x[i] for i in 1:n)`, `product min max`',
  'y = sum(i for i in 1:4); z = product(i for i in 1:4); a = max(i*(4 - i) for i in 1:4)',
  { y: 10, z: 24, a: 4 },
)
has('`size ndims`', 'y = size(A, 1) + ndims(A)', { y: 4 }, { A })
has(
  '`zeros ones fill identity diagonal linspace`',
  'y = zeros(2) + ones(2) + fill(3, 2) + identity(2)*{1, 1} + diagonal({1, 2})*{1, 1} + linspace(0, 1, 2)',
  { y: [6, 8] },
)
has(
  '`transpose outerProduct symmetric cross skew`',
  'B = transpose(A) + outerProduct({1, 0}, {0, 1}) + symmetric(A); c = cross({1, 0, 0}, {0, 1, 0}) + skew({1, 0, 0})*{0, 1, 0}',
  { B: [2, 6, 4, 8], c: [0, 0, 2] },
  { A },
)
has(
  '`A*x`, `x*y`, `A^2`, `.*`, `./`, `.^`',
  'y = A*{1, 1}; z = {1, 2}*{3, 4}; B = A^2; c = {1, 2} .* {3, 4} ./ {1, 2} .^ 2',
  { y: [3, 7], z: 11, B: [7, 10, 15, 22], c: [3, 2] },
  { A },
)
has(
  '`A^-1`, `Modelica.Math.Matrices.solve inv det`',
  'y = solve(A, {5, 11}); z = A^-1*{5, 11}; a = inv(A)*{5, 11}; d = det(A)',
  { y: [1, 2], z: [1, 2], a: [1, 2], d: -2 },
  { A },
  'without their packages',
)
has('functions of arrays by element', 'y = abs({-1, 2})', { y: [1, 2] })
other('`v + 1`', 'y = {1, 2} + 1', 'Write .+ to combine a number with every element', '`v .+ 1`')
other('`scalar vector matrix promote`', 'y = scalar({1})', 'Write x[1]', 'subscripts, `cat(2, x)`')
other('`array(a, b)`', 'y = array(1, 2)', 'Write {a, b, c}', '`{a, b}`')
has('arrays of Booleans', 'for i in 1:2 loop b[i] = time > 0.3*i; end for', { b: [1, 1] })
has(
  '`b[i]` in `if`, `and or not` of elements',
  'b = {time > 0.5, false}; y = if b[1] and not b[2] then 1 else 2',
  {
    y: 1,
  },
)
has('`and or not` of arrays', 'b = {true, false}; c = not b; d = b or c; e = b and c', {
  c: [0, 1],
  d: [1, 1],
  e: [0, 0],
})
has(
  '`Modelica.Math.BooleanVectors.anyTrue allTrue oneTrue countTrue`',
  'b = {true, false}; y = if anyTrue(b) and not allTrue(b) and oneTrue(b) then countTrue(b) else 0',
  { y: 1 },
  {},
  'without the package',
)
has('`max(b) min(b)` of Booleans', 'b = {true, false}; y = if max(b) and not min(b) then 1 else 0', { y: 1 })
other(
  '`firstTrueIndex(b)`',
  'b = {true, false}; y = firstTrueIndex(b)',
  'Write min([if b[i] then i else n + 1 for i in 1:n])',
  '`min([if b[i] then i else n + 1 for i in 1:n])`',
)
other('`any(b) all(b)`', 'y = any({true})', 'Write anyTrue(b)', '`anyTrue(b)`, `allTrue(b)`')
other('`sum(b)`', 'b = {true}; y = sum(b)', 'their sum is countTrue(b)', '`countTrue(b)`')
other(
  '`b == c` of arrays',
  'b = {true}; y = b == b',
  'Compare the elements',
  '`allTrue([b[i] == c[i] for i in 1:n])`',
)
other(
  '`x > 1` of a vector',
  'y = {1, 2} > 1',
  'Elements are compared one by one',
  '`[x[i] > 1 for i in 1:n]`',
)
other(
  '`Boolean b[3]`',
  'Boolean b[3]',
  'declare it beside the equations',
  '`b: Var({ start: [false, false, false] })`',
)
has('`when b`, an array', 'b = {time > 0.3, time > 0.6}; when b then n = pre(n) + 1; end when', { n: 2 }, n0)
has(
  '`pre(b[i])`, `edge(b[i])`',
  'b = {time > 0.3, time > 0.6}; when edge(b[2]) then n = if pre(b[1]) then 2 else 3; end when',
  { n: 2 },
  { ...n0, b: Var({ start: [false, false] }) },
)
has(
  'arrays of enumerations',
  'g = {Gear.on, Gear.off}; y = if g[1] == Gear.on then 1 else 0',
  { g: [2, 1], y: 1 },
  {
    Gear: Enumeration('off', 'on'),
    g: Var({ type: Enumeration('off', 'on') }),
  },
)
has('`floor(v)`, `sign(v)` of a vector: events', 'v = {time, 2*time}; y = floor(v .+ 0.5)', { y: [1, 2] })
has('`der(max(v))`', 'v = {time^2, 1 - time}; m = max(v); y = der(m)', { y: 2 })
has('elements from implicit equations', 'x[1] + x[2] = 3; x[1] - x[2] = 1', { x: [2, 1] })

chapter = '11 Statements'
has('`algorithm` in functions: `for while if break return`', 'y = cube(2)', { y: 8 }, {}, '`defineFunction`')
other(
  '`algorithm` in models',
  'algorithm\n  y := 1;',
  'write equations, or a function with defineFunction',
  '`equations` and `defineFunction`',
)

chapter = '12 Functions'
has('calls, omitted inputs with defaults', 'y = cube(2) + cube(1, 3)', { y: 11 })
has('several results', '(r, phi) = polar(3, 4)', { r: 5, phi: Math.atan2(4, 3) })
has('derivatives by the tool', 'y = cube(time); v = der(y)', { v: 3 }, {}, 'automatic; no annotation')
has('named arguments', 'y = cube(2, scale = 2) + cube(scale = 3, x = 1) + cube(x = 1)', { y: 20 })
has('`(a, ) = f(x)`, `(, b) = f(x)`', '(r, ) = polar(3, 4); (, q) = polar(time, time)', {
  r: 5,
  q: Math.PI / 4,
})
has('named arguments of `assert`', 'y = 1; assert(condition = y > 0, message = "positive")', { y: 1 })
other(
  'names of arguments of `sin`',
  'y = sin(u = 1)',
  'its arguments have no names',
  'arguments in their order',
)
other('`Modelica.Math.sin(x)`', 'y = Modelica.Math.sin(time)', "Did you mean 'sin'?", '`sin(x)`')
other('`Modelica.Constants.pi`', 'y = Modelica.Constants.pi', 'write pi', '`pi`')

has(
  'records as inputs and outputs',
  'a = record(x = 1, v = 3); b = mirrored(a, k = 2); y = b.x; z = b.v',
  { y: -2, z: 6 },
  {
    ...{ a: Point(), b: Point() },
  },
)
has(
  'record constructors',
  'a = record(x = time, v = 3); b = mirrored(record(v = 3, x = a.x)); y = b.x',
  { y: -1 },
  { a: Point(), b: Point() },
  '`record(x = 1, v = 2)`',
)
other(
  'record constructors by the name of a class',
  'a = Point(x = 1, v = 3)',
  'A record is written record(x = 1, v = 2)',
  '`record(x = 1, v = 2)`',
  { a: Point() },
)

chapter = '15 Stream connectors'
has(
  '`stream`, `inStream`, `actualStream`',
  'connect(a.port, b.port, c.port); y = inStream(c.port.h); z = actualStream(c.port.h)',
  { y: 4, z: 4 },
  { a: Feed({ m: -1, h: 7 }), b: Feed({ m: -3, h: 3 }), c: Drain() },
  '`Var({ stream: true })`',
)

chapter = '16 Synchronous elements'
has(
  '`sample previous hold`, inferred clocks',
  'u = previous(u) + sample(1, Clock(0.25)); y = hold(u)',
  { y: 5 },
  { u: Var({ start: 0 }) },
)
has(
  '`Clock(interval)`, `Clock(counter, resolution)`',
  'n = previous(n) + sample(1, Clock(1, 4)); m = previous(m) + sample(1, Clock(0.5)); y = hold(n) + hold(m)',
  { y: 8 },
  { ...n0, m: Var({ start: 0 }) },
  'also `Clock(start, interval)` of times',
)
has(
  '`Clock(condition, startInterval)`',
  'n = previous(n) + sample(1, Clock(sin(2*pi*time) > 0.5, startInterval = 0.1)); h = interval(n); y = hold(n)',
  { y: 1, h: 0.1 },
  n0,
)
has(
  'intervals that change, `Clock(ti)`',
  'ti = 2*previous(ti) + 0*sample(1, Clock(ti)); y = hold(ti)',
  { y: 0.8 },
  { ti: Var({ start: 0.1 }) },
  'the value at a tick gives the time of the next one, also for Reals',
)
has(
  '`subSample superSample shiftSample backSample`',
  'n = previous(n) + sample(1, Clock(1, 10)); a = subSample(n, factor = 5); b = superSample(a, 2); ' +
    'c = shiftSample(a, shiftCounter = 1, resolution = 5); d = backSample(c, 1, 10)',
  { n: 11, a: 11, b: 11, c: 6, d: 1 },
  { ...n0, c: Var({ start: 0 }) },
)
has(
  '`noClock interval firstTick`',
  'n = previous(n) + sample(1, Clock(0.1)); y = noClock(n) + interval()*sample(1, Clock(0.25)); z = if firstTick(n) then 1 else 2',
  { y: 11.25, z: 2 },
  n0,
)
has(
  '`Clock c`, `Clock()`, `when Clock() then`',
  'c = Clock(); when c then n = previous(n) + u; end when; u = sample(1, Clock(0.5)); y = hold(n)',
  { y: 3 },
  n0,
)
has(
  '`der(x)` at ticks: `Clock(c, solverMethod = "ImplicitEuler")`',
  'der(x) = -x + sample(0, Clock(Clock(1, 2), solverMethod = "ImplicitEuler")); y = hold(x)',
  { y: 1 / 1.5 ** 2 },
  x0,
  '`ExplicitEuler ExplicitMidPoint2 ExplicitRungeKutta4 ImplicitEuler ImplicitTrapezoid`',
)
has(
  '`Clock c[n]` in a loop',
  'for i in 1:2 loop c[i] = Clock(0.3*i); end for; x = sample(time, c[1]); y = sample(time, c[2])',
  {
    x: 0.9,
    y: 0.6,
  },
)
has(
  '`if p then Clock(a) else Clock(b)`',
  'c = if slow then Clock(0.3) else Clock(0.4); x = sample(time, c)',
  { x: 0.9 },
  {
    slow: Par(true),
  },
)
other(
  '`if time > 1 then Clock(a) else Clock(b)`',
  'x = sample(time, if time > 0.5 then Clock(0.3) else Clock(0.4))',
  'Write Clock(T) with an interval T that changes',
  '`Clock(T)` with a discrete `T`',
)
other(
  'a vector whose elements have different clocks',
  'for i in 1:2 loop x[i] = sample(time, Clock(0.1*i)); end for',
  'Write an array of components, each with its clock',
  'an array of components',
)
other(
  'a default clock',
  'n = previous(n) + 1',
  'n: expected a clock, got none',
  'one clock in each partition is named',
  n0,
)

chapter = '18 Annotations'
other(
  '`annotation(…)`',
  'y = 1;\nannotation(experiment(StopTime = 1));',
  'an experiment is written in TypeScript',
  'options of `simulate`',
)

chapter = '19 Units'
has(
  'units of variables',
  'F = m*a',
  { F: 6 },
  { F: Var({ unit: 'N' }), m: Var({ unit: 'kg', value: 2 }), a: Var({ unit: 'm/s2', value: 3 }) },
)
other('wrong units', 'F = m', 'different units', 'an error in Vario', {
  F: Var({ unit: 'N' }),
  m: Var({ unit: 'kg', value: 2 }),
})

/** All models of the table. */
export const SPELLINGS: readonly Spelling[] = rows

/** Document with the table. */
export const MODELICA_DOCUMENT = 'docs/modelica.md'

/** The document with the present table. To renew it: npx tsx tests/support/modelica-spellings.ts, then npm run format. */
export function renewSpellings(): string {
  const table = formatMarkdownTable(
    ['chapter', 'Modelica', 'Vario'],
    SPELLINGS.map((spelling) => [spelling.chapter, spelling.construct, statusOf(spelling)]),
  )
  return replaceMarkedTable(readFileSync(join(ROOT, MODELICA_DOCUMENT), 'utf8'), 'spellings', table)
}

/** `has`, or the notation in Vario. */
function statusOf({ outcome, instead }: Spelling): string {
  if (typeof outcome === 'string') return instead
  return instead === '' ? 'has' : `has: ${instead}`
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  writeFileSync(join(ROOT, MODELICA_DOCUMENT), renewSpellings())
