/** Undetermined variables among the equations that are sums. */
import { equations, instantiate, Model, Par, simulate, Var } from 'vario'
import { expect, test } from 'vitest'

const Pin = Model({ v: Var({ potential: true }), i: Var({ flow: true }) })
const TwoPin = Model({
  p: Pin(),
  n: Pin(),
  equations: equations`
    v = p.v - n.v
    0 = p.i + n.i
    i = p.i
  `,
})
const Resistor = TwoPin.extend({ R: Par(1), equations: equations`R*i = v` })
const Source = TwoPin.extend({ equations: equations`v = 10` })

/** A source and a resistor in a ring without ground. */
const ring = {
  source: Source(),
  R: Resistor({ R: 2 }),
  connect: [
    ['source.p', 'R.p'],
    ['R.n', 'source.n'],
  ],
}
const codeOf = (model: Parameters<typeof instantiate>[0]): unknown => {
  try {
    instantiate(model)
  } catch (error) {
    return (error as { fields?: { undetermined?: unknown } }).fields?.undetermined
  }
  return 'fine'
}

test('a circuit without ground is accepted', () => {
  const model = Model(ring)
  expect(simulate(model, { stopTime: 1 }).final('R.i')).toBe(5)
  const [note] = instantiate(model).translation.notes.filter((line) => line.includes('determined by nothing'))
  expect(note).toMatch(/\.v is determined by nothing/)
})

test('a redundant equation does not determine a variable of another island', () => {
  const model = Model({
    equations: equations`
      a = b
      c = d
      d = c
      c = 1
    `,
  })
  expect(codeOf(model)).toEqual([expect.stringMatching(/^[ab]$/)])
})

test('a missing ground does not determine a variable of another island', () => {
  const model = Model({ ...ring, equations: equations`a = b` })
  expect(codeOf(model)).toEqual([expect.stringMatching(/^[ab]$/)])
})

test('a potential without ground needs a redundant balance in its own circuit', () => {
  // pins of an unconnected component without current: the unconnected flows are zero, twice
  const Open = Model({ a: Pin(), b: Pin(), equations: equations`a.v = b.v` })
  const undetermined = codeOf(Model({ ...ring, open: Open() }))
  expect(undetermined).toEqual([expect.stringMatching(/^open\.[ab]\.v$/)])
})

test('two circuits without ground have one arbitrary potential each', () => {
  const model = Model({ first: Model(ring)(), second: Model(ring)() })
  const result = simulate(model, { stopTime: 1 })
  expect(result.final('first.R.i')).toBe(5)
  expect(result.final('second.R.i')).toBe(5)
})

test('the error names unconnected inputs of components', () => {
  const Gain = Model({ u: Var({ input: true }), y: Var({ output: true }), equations: equations`y = 2*u` })
  const model = Model({ gain: Gain(), equations: equations`x = gain.y` })
  expect(() => instantiate(model)).toThrow(
    /Inputs among them, which need a connection or a value where the component is used:\n {4}gain\.u$/,
  )
})

test('an undeclared name similar to a declared one is reported as misspelled', () => {
  const model = Model({ tau: Par(2, 's'), x: Var({ init: 1 }), equations: equations`tua*der(x) = -x` })
  expect(() => instantiate(model)).toThrow(
    /Not declared, only used in equations:\n {4}tua: did you mean 'tau'\?/,
  )
  const Sub = Model({ speed: Var(), equations: equations`speed = 2*spede` })
  expect(() => instantiate(Model({ a: Sub() }))).toThrow(/a\.spede: did you mean 'a\.speed'\?/)
  const Other = Model({ x: Var({ init: 1 }), equations: equations`der(x) = -load` })
  expect(() => instantiate(Other)).not.toThrow(/did you mean/)
  expect(() => instantiate(Other)).toThrow(/Not declared, only used in equations:\n {4}load$/)
})

test.each([
  ['y = tme', "tme: did you mean 'time'?"],
  ['y = -tme', "tme: did you mean 'time'?"],
  ['y + tme = 0', "tme: did you mean 'time'?"],
  ['y = tme + 1', "tme: did you mean 'time'?"],
  ['z = tme; y = z', "tme: did you mean 'time'?"],
  ['y = [tme, 1]', "tme: did you mean 'time'?"],
  ['when tme > 1 then y = 1; end when', "tme: did you mean 'time'?"],
  ['y = t', 't: write time'],
  ['y = legnth', "legnth: did you mean 'length'?"],
  ['speed = 2*time; y = sped', "sped: did you mean 'speed'?"],
  ['y = load', 'load'],
])('%s names the undeclared variable', (text, line) => {
  const model = Model({ y: Var(), length: Par(2), equations: equations(text) })
  expect(() => instantiate(model)).toThrow(`Not declared, only used in equations:\n    ${line}`)
})

test('an undeclared variable of a component has its path', () => {
  const Part = Model({ speed: Var(), equations: equations`speed = tiem` })
  expect(() => instantiate(Model({ a: Part() }))).toThrow("    a.tiem: did you mean 'time'?")
})

test.each([
  'x = x',
  'x - x = 0',
  '0*x = 0',
  'x = x + 0',
  '2*x = x + x',
  'sin(x) = sin(x)',
  'der(x) = der(x)',
])('%s determines nothing', (text) => {
  const model = Model({ x: Var({ start: 3 }), equations: equations(text) })
  expect(() => instantiate(model)).toThrow(/equation\(s\) missing[\s\S]*Nothing determines:\n {4}x/)
})

test('an identity is accepted if its variable is determined', () => {
  const model = Model({ x: Var({ init: 3 }), equations: equations`der(x) = 1; x = x` })
  expect(simulate(model, { stopTime: 1 }).final('x')).toBeCloseTo(4, 9)
})
