/** Functions of matrices in equations: values, derivatives, and systems that contain them. */
import { equations, instantiate, Model, simulate, Var } from 'vario'
import { ConstantVoltage, Resistor } from 'vario/library/electric'
import { describe, expect, it } from 'vitest'
import { checkInterpreter } from '../support/check-interpreter.ts'

checkInterpreter()

function run(text: string, members: Record<string, unknown> = {}): ReturnType<typeof simulate> {
  return simulate(Model({ ...members, equations: equations(text) }), { stopTime: 1, tolerance: 1e-9 })
}

const A = [
  [4, 1],
  [2, 3],
]

describe('matrices', () => {
  it('solves, inverts and takes determinants', () => {
    const result = run('x = solve(A, {1, 2}*time); B = A^-1; C = inv(A)*A; d = det(A); X = solve(A, A)', {
      A,
    })
    // by Cramer's rule: (1*3 - 2*1)/10, (4*2 - 2*1)/10
    expect(result.finalVector('x')[0]).toBeCloseTo(0.1, 15)
    expect(result.finalVector('x')[1]).toBeCloseTo(0.6, 15)
    for (const [i, b] of [0.3, -0.1, -0.2, 0.4].entries())
      expect(result.finalVector('B')[i]).toBeCloseTo(b, 15)
    for (const name of ['C', 'X'])
      for (const [i, b] of [1, 0, 0, 1].entries()) expect(result.finalVector(name)[i]).toBeCloseTo(b, 15)
    expect(result.final('d')).toBeCloseTo(10, 14)
  })

  it('exchanges rows where a pivot is zero, and refuses singular matrices', () => {
    expect([...run('x = solve({{0, 2}, {1, 0}}, {4, 3})').finalVector('x')]).toEqual([3, 2])
    expect(run('d = det({{0, 2, 0}, {1, 0, 0}, {0, 0, 5}})').final('d')).toBe(-10)
    expect(run('d = det({{1, 2}, {2, 4}})').final('d')).toBeCloseTo(0, 15)
    expect(() => run('x = solve({{1, 2}, {2, 4}}, {1, 2})')).toThrow('expected an invertible matrix')
  })

  it('joins arrays and blocks', () => {
    const result = run('v = cat(1, {1, 2}, b); W = cat(2, A, A); M = [A, b; c, 9]; S = [b; b]', {
      A,
      b: [5, 6],
      c: [[7, 8]],
    })
    expect([...result.finalVector('v')]).toEqual([1, 2, 5, 6])
    expect([...result.finalVector('W')]).toEqual([4, 1, 4, 1, 2, 3, 2, 3])
    expect([...result.finalVector('M')]).toEqual([4, 1, 5, 2, 3, 6, 7, 8, 9])
    expect([...result.finalVector('S')]).toEqual([5, 6, 5, 6])
    expect(() => run('M = [A, A]', { A })).toThrow('cat(2, A, B)')
    expect(() => run('M = [A, A; c, 1]', { A, c: [[7, 8]] })).toThrow('equal numbers of columns, got 4 and 3')
  })

  it('has the products and shapes of Modelica', () => {
    const result = run(
      `o = outerProduct({1, 2}, {3, 4}); s = symmetric([1, 2; 3, 4]); n = ndims(A) + ndims({1})
       p = product({1, 2, 3}); h = homotopy(time, 0); a = semiLinear(-time, 2, 3); b = smooth(0, time)`,
      { A },
    )
    expect([...result.finalVector('o')]).toEqual([3, 4, 6, 8])
    expect([...result.finalVector('s')]).toEqual([1, 2, 2, 4])
    expect(['n', 'p', 'h', 'a', 'b'].map((name) => result.final(name))).toEqual([3, 6, 1, -3, 1])
  })
})

describe('derivatives of functions of matrices', () => {
  // der(f) against the central difference of f at t = 1, whose error is some h² = 1e-8
  const h = 1e-4
  it.each([
    ['solve({{2+t, t^2}, {sin(t), 3}}, {1, t})', 2],
    ['solve({{2+t, t^2}, {sin(t), 3}}, {{1, t}, {t^3, 2}})', 4],
    ['inv({{2+t, t^2}, {sin(t), 3}})', 4],
    ['{{2+t, t^2}, {sin(t), 3}}^-1', 4],
    ['det({{2+t, t^2, 1}, {sin(t), 3, t}, {t, 1, t^3}})', 1],
    ['product({1+t, t^2, sin(t)})', 1],
    ['cat(1, {1, t}, {t^2})', 3],
    ['cat(2, {{1, t}}, {{t^2}})', 3],
    ['outerProduct({1, t}, {t^2, sin(t)})', 4],
    ['symmetric({{t, t^2}, {1, 2}})', 4],
    ['{t, 1; t^2, 2}*{1, t}'.replace('{t, 1; t^2, 2}', '[t, 1; t^2, 2]'), 2],
  ])('%s', (text, size) => {
    const at = (t: string): string => text.replaceAll(/\bt\b/g, `(${t})`)
    const result = run(`v = der(${at('time')}); a = ${at('1 + h')}; b = ${at('1 - h')}`, { h })
    const values = (name: string): number[] =>
      size === 1 ? [result.final(name)] : [...result.finalVector(name)]
    for (const [i, v] of values('v').entries())
      expect(v).toBeCloseTo((values('a')[i] - values('b')[i]) / (2 * h), 6)
  })

  it('are exact in nonlinear systems', () => {
    const start = (x: number) => Var({ start: x })
    const model = instantiate(
      Model({
        x: start(2),
        y: start(1.5),
        z: start(1.5),
        equations: equations`
          solve({{x, 1}, {1, 3}}, {1, 2})*{1, 1} = 1
          det({{y, 1}, {1, y}}) = 3
          product({z, z, z}) = 8
        `,
      }),
    )
    const result = model.simulate({ stopTime: 1 })
    expect(['x', 'y', 'z'].map((name) => result.final(name))).toEqual([
      expect.closeTo(1, 9),
      expect.closeTo(2, 9),
      expect.closeTo(2, 9),
    ])
  })
})

describe('texts', () => {
  it('puts numbers into messages', () => {
    expect(() => run('assert(time < 0.5, "t = " + String(time) + " of " + String(1/3, 3) + " s")')).toThrow(
      't = 0.5 of 0.333 s',
    )
    expect(() => run('assert(time < 0.5, "t = " + time)')).toThrow(
      'A text from a number is written String(x).',
    )
  })

  it('makes a violated assertion of level warning a warning', () => {
    for (const level of ['AssertionLevel.warning', '"warning"']) {
      const result = run(`assert(time < 0.5, "late", ${level}); y = time`)
      expect(result.final('y')).toBe(1)
      expect(result.warnings.map(({ code, time }) => [code, time])).toEqual([['ASSERT', 0.5]])
    }
    expect(() => run('assert(time < 0.5, "late", AssertionLevel.error); y = time')).toThrow('late')
    expect(() => run('assert(time < 0.5, "late", 3)')).toThrow('expected the level AssertionLevel.warning')
  })
})

describe('units', () => {
  const unit = (name: string) => Var({ unit: name })

  it('takes time alone as a number of seconds, whatever it is compared with', () => {
    const text =
      'y = time + sin(2); s = sin(3*time); z = max(time, 0.5) + cos(time) + time^2 + sqrt(time); v = time'
    const result = run(text, { s: unit('m'), v: unit('V') })
    expect(result.final('y')).toBeCloseTo(1 + Math.sin(2), 12)
    expect(result.final('s')).toBeCloseTo(Math.sin(3), 12)
    expect(result.final('v')).toBe(1)
  })

  it('still finds terms and results of the wrong unit', () => {
    expect(() => run('s = v + time', { s: unit('m/s'), v: unit('m/s') })).toThrow('different units')
    expect(() => run('s = v*time; v = 1', { s: unit('kg'), v: unit('m/s') })).toThrow('different units')
    expect(() => run('s = sin(phi); phi = 1', { s: unit('m'), phi: unit('rad') })).toThrow('different units')
    expect(() => run('s = a ./ b; a = {1}; b = {2}', { s: unit('m'), a: unit('V'), b: unit('A') })).toThrow(
      "'s' is in m, 'a ./ b' is in V/A",
    )
  })
})

describe('open ends', () => {
  it('warns of pins without connection, by name', () => {
    const members = { V: ConstantVoltage({ V: 8 }), R: Resistor() }
    const { warnings } = run('connect(V.p, R.p)', members)
    expect(warnings.map(({ code, message }) => [code, message.slice(0, 4)])).toEqual([
      ['UNCONNECTED', 'V.n:'],
      ['UNCONNECTED', 'R.n:'],
    ])
  })

  it('warns of inputs without values', () => {
    const text = 'y = u + w'
    const members = { u: Var({ input: true }), w: Var({ input: true, start: 2 }) }
    expect(run(text, members).warnings.map(({ code, message }) => [code, message.slice(0, 2)])).toEqual([
      ['INPUT', 'u:'],
    ])
  })

  it('warns of inputs and variables of the model that no equation contains', () => {
    const used = Model({ a: Var({ input: true }), b: Var({ init: 1 }), equations: equations`der(b) = 0` })
    const model = Model({
      u: Var({ input: true }),
      v: Var({ output: true }),
      part: used(),
      equations: equations`x = time`,
    })
    const { warnings, names } = simulate(model, { stopTime: 1, inputs: { u: (t) => t } })
    expect(warnings.map(({ code, message }) => [code, message.slice(0, 46)])).toEqual([
      ['UNUSED', 'u: expected an equation that contains this inp'],
      ['UNUSED', 'v: expected an equation that contains this var'],
    ])
    expect(names).toEqual(['time', 'part.b', 'part.der(b)', 'x'])
  })
})

describe('the largest and smallest elements of vectors', () => {
  it('are differentiated: the derivative is that of the element', () => {
    const result = simulate(
      Model({
        v: Var({ init: [0, 0.5, -1] }),
        equations: equations`
          der(v) = {1, -1, 0.5*time}
          largest = max(v)
          smallest = min(v)
          up = der(largest)
          down = der(smallest)
          limited = max(v, {0.3, 0.2, -2})
          rate = der(limited)
        `,
      }),
      { stopTime: 2, tolerance: 1e-9 },
    )
    // v = t, 0.5 - t, -1 + t^2/4: the first is the largest from 0.25 on, the second the smallest from 1.162 on
    const at = (name: string) => [0.1, 0.5, 1, 1.5].map((t) => result.at(name, t))
    expect(at('up')).toEqual([-1, 1, 1, 1])
    expect(at('down')).toEqual([0.05, 0.25, 0.5, -1].map((value) => expect.closeTo(value, 6)))
    expect([...result.finalVector('rate')]).toEqual([1, 0, 1].map((value) => expect.closeTo(value, 6)))
  })

  it('have kinks that are events where they are differentiated twice', () => {
    const model = (text: string) =>
      simulate(
        Model({
          x: Var(),
          w: Var(),
          v: Var({ init: [1, 1] }),
          equations: equations(
            `der(x) = w; der(w) = a; der(v) = {2, 3}; p = {v[1]^2, 4 + v[2], 0.3}; x = ${text}`,
          ),
        }),
        { stopTime: 2, tolerance: 1e-9 },
      )
    const [whole, elements] = [model('max(p)'), model('max(p[1], p[2], p[3])')]
    // (1 + 2t)^2 = 5 + 3t
    const t = (-1 + Math.sqrt(65)) / 8
    for (const result of [whole, elements]) {
      expect(result.attributes.statistics).toMatchObject({ events: 1 })
      expect(result.warnings.map(({ code, time }) => [code, expect.closeTo(time, 8)])).toEqual([
        ['IMPULSE', t],
      ])
      expect(result.at('a', 0.2)).toBeCloseTo(0, 8)
      expect(result.at('a', 1.5)).toBeCloseTo(8, 8)
    }
    expect(whole.values('x')).toEqual(elements.values('x'))
  })
})
