/** Equations between arrays, and scalar equations of arrays. */
import { equations, instantiate, Model, Par, simulate, Var } from 'vario'
import { describe, expect, test } from 'vitest'

const bothCodes = [false, true]
type AnyModel = Parameters<typeof instantiate>[0]
const run = (model: AnyModel, interpret = false, tolerance = 1e-8) =>
  instantiate(model, { interpret }).simulate({ stopTime: 1, tolerance })
const close = (values: ArrayLike<number>, digits = 7) =>
  Array.from(values, (value) => expect.closeTo(value, digits))

describe('a scalar constraint on a vector', () => {
  const G = 9.81
  /** The pendulum with r in the plane, as an equation of its length. */
  const pendulum = (constraint: string) =>
    Model({
      L: Par(1),
      g: Par([0, -G]),
      r: Var({ init: [1, 0] }),
      v: Var({ init: [0, 0] }),
      equations: equations`
        der(r) = v
        der(v) = g - lambda*r
        ${constraint}
      `,
    })

  test.each(['r*r = L^2', 'dot(r, r) = L^2', 'r[1]^2 + r[2]^2 = L^2', 'norm(r) = L'])('%s', (constraint) => {
    const result = run(pendulum(constraint), false, 1e-9)
    const polar = simulate(
      Model({
        phi: Var({ init: 0 }),
        w: Var({ init: 0 }),
        equations: equations`
          der(phi) = w
          der(w) = -9.81*cos(phi)
        `,
      }),
      { stopTime: 1, tolerance: 1e-10 },
    )
    const phi = polar.final('phi')
    const w = polar.final('w')
    // two ways to the same motion; 1e-9 per step, some hundred steps
    expect(Array.from(result.finalVector('r'))).toEqual(close([Math.cos(phi), Math.sin(phi)], 6))
    expect(Math.hypot(...result.finalVector('r'))).toBeCloseTo(1, 9)
    const [vx, vy] = result.finalVector('v')
    expect([vx, vy]).toEqual(close([-w * Math.sin(phi), w * Math.cos(phi)], 5))
    // tension per length: w² + g·sin
    if (constraint === 'r*r = L^2') expect(result.final('lambda')).toBeCloseTo(w * w - G * Math.sin(phi), 4)
  })

  test('has the same result interpreted', () => {
    const [compiled, interpreted] = bothCodes.map((interpret) => run(pendulum('r*r = L^2'), interpret))
    expect(interpreted.finalVector('r')).toEqual(compiled.finalVector('r'))
  })
})

describe('a number represents all elements of an array', () => {
  test.each(bothCodes)('interpreted %s', (interpret) => {
    const result = run(
      Model({
        x: Var({ start: [1, 2] }),
        z: Var({ start: [1, 2, 3] }),
        y: Var({ init: [1, 2] }),
        equations: equations`
          x = 3*time
          z = 0
          der(y) = 0
          s = sum(z) + 1
        `,
      }),
      interpret,
    )
    expect(Array.from(result.finalVector('x'))).toEqual([3, 3])
    expect(Array.from(result.finalVector('z'))).toEqual([0, 0, 0])
    expect(Array.from(result.finalVector('y'))).toEqual([1, 2])
    expect(result.final('s')).toBe(1)
  })
})

describe('matrices', () => {
  test.each(bothCodes)(
    'a matrix before an unknown vector is a linear system, interpreted %s',
    (interpret) => {
      const model = Model({
        A: Par([
          [2, 1],
          [1, 3],
        ]),
        x: Var({ start: [0, 0] }),
        equations: equations`A*x = [5*time, 10]`,
      })
      expect(instantiate(model).translation.systems).toMatchObject([{ kind: 'linear', isConstant: true }])
      expect(Array.from(run(model, interpret).finalVector('x'))).toEqual(close([1, 3], 13))
    },
  )

  test('three coupled inductors are solved as one system', () => {
    const M = [
      [3, 1, 1],
      [1, 2, 0.5],
      [1, 0.5, 4],
    ]
    const matrix = run(
      Model({
        M: Par(M),
        i: Var({ init: [0, 0, 0] }),
        equations: equations`M*der(i) = [1, 0, 0] - 0.5*i`,
      }),
    )
    const scalar = run(
      Model({
        i1: Var({ init: 0 }),
        i2: Var({ init: 0 }),
        i3: Var({ init: 0 }),
        equations: equations`
          3*der(i1) + der(i2) + der(i3) = 1 - 0.5*i1
          der(i1) + 2*der(i2) + 0.5*der(i3) = -0.5*i2
          der(i1) + 0.5*der(i2) + 4*der(i3) = -0.5*i3
        `,
      }),
    )
    const exact = ['i1', 'i2', 'i3'].map((name) => scalar.final(name))
    expect(Array.from(matrix.finalVector('i'))).toEqual(close(exact, 8))
    // at rest the first resistor has the whole voltage: charge balance of M i = ∫ (u - R i)
    expect(matrix.final('i[1]')).toBeGreaterThan(0.3)
  })

  test.each(bothCodes)('solves for a matrix as state and as unknown, interpreted %s', (interpret) => {
    const result = run(
      Model({
        A: Par([
          [0, 1],
          [-1, 0],
        ]),
        B: Par([
          [2, 0],
          [1, 4],
        ]),
        X: Var({
          init: [
            [1, 0],
            [0, 1],
          ],
        }),
        Y: Var({
          start: [
            [0, 0],
            [0, 0],
          ],
        }),
        equations: equations`
          der(X) = A*X
          B*Y = X
          trace = X[1,1] + X[2,2]
          X2 = transpose(X)*X
        `,
      }),
      interpret,
    )
    const [c, s] = [Math.cos(1), Math.sin(1)]
    // a rotation by 1 rad
    expect(Array.from(result.finalVector('X'))).toEqual(close([c, s, -s, c]))
    expect(result.final('trace')).toBeCloseTo(2 * c, 7)
    expect(Array.from(result.finalVector('X2'))).toEqual(close([1, 0, 0, 1]))
    // B⁻¹ X by hand
    const Y = [c / 2, s / 2, (-s - c / 2) / 4, (c - s / 2) / 4]
    expect(Array.from(result.finalVector('Y'))).toEqual(close(Y))
  })
})

test('equations of single elements are joined', () => {
  const result = run(
    Model({
      x: Var({ init: [1, 0] }),
      y: Var({ start: [0, 0, 0] }),
      equations: equations`
        der(x[1]) = x[2]
        der(x[2]) = -x[1]
        y[2] = 2*y[1]
        y[3] = x[1] + y[2]
        time = y[1]
      `,
    }),
  )
  expect(Array.from(result.finalVector('x'))).toEqual(close([Math.cos(1), -Math.sin(1)]))
  expect(Array.from(result.finalVector('y'))).toEqual(close([1, 2, Math.cos(1) + 2]))
})

test('an array that is determined only in part is an error that names the missing equation', () => {
  const short = Model({ x: Var({ start: [0, 0] }), equations: equations`x[1] = time` })
  expect(() => instantiate(short)).toThrow(/x = \[a, b\]/)
})

describe('sizes that differ are errors', () => {
  const x = Var({ init: [1, 2] })
  const cases: [string, AnyModel, RegExp][] = [
    [
      'a subscript',
      Model({ x, equations: equations`der(x) = -x; y = x[3]` }),
      /Subscript: expected 1 to 2, got 3/,
    ],
    [
      'a range',
      Model({ x, equations: equations`der(x) = -x; y = x[2:3]` }),
      /ubscript: expected 1 to 2, got 3/,
    ],
    [
      'a derivative',
      Model({ x, a: [1, 2, 3], equations: equations`der(x) = a` }),
      /der\(x\): expected 2 element\(s\), as in x, got 3/,
    ],
    ['a sum', Model({ x, a: [1, 2, 3], equations: equations`der(x) = a - x` }), /3 and (a vector of )?2/],
    [
      'results of a function',
      Model({
        equations: equations`(a, b) = ${{ name: 'f', evaluate: (t: number) => [t], results: 2 }}(time)`,
      }),
      /Results of a function: expected at least 2, got 1/,
    ],
  ]
  test.each(cases)('%s', (_, model, message) => {
    for (const interpret of bothCodes) expect(() => run(model, interpret)).toThrow(message)
  })
})

test('a comprehension may contain another one', () => {
  for (const interpret of bothCodes) {
    const result = run(
      Model({
        n: 3,
        x: Var({ init: [1, 2, 3] }),
        equations: equations`der(x) = [sum([x[j]*(if j == i then 0 else 1) for j in 1:n]) for i in 1:n]`,
      }),
      interpret,
    )
    // der(s) = 2 s for the sum, and the differences decay: x_i = s/3 + (x_i(0) - 2) exp(-t)
    const exact = [-1, 0, 1].map((d) => 2 * Math.exp(2) + d * Math.exp(-1))
    expect(Array.from(result.finalVector('x'))).toEqual(close(exact, 5))
  }
})

test('the derivative of a function with several results follows its arguments', () => {
  const powers = {
    name: 'powers',
    evaluate: (x: number) => [x * x, x * x * x],
    results: 2,
    jacobian: (x: number) => ({ rows: 2, cols: 1, data: Float64Array.of(2 * x, 3 * x * x) }),
  }
  const result = run(
    Model({
      x: Var({ init: 1 }),
      equations: equations`
        der(x) = -x
        (a, b) = ${powers}(x)
        z = der(b)
      `,
    }),
  )
  expect(result.final('z')).toBeCloseTo(-3 * Math.exp(-3), 7)
})

describe('sizes and subscripts out of range', () => {
  const Wrong = Model({
    A: [
      [1, 2],
      [3, 4],
    ],
    x: Var({ init: [1, 2, 3] }),
    equations: equations`der(x) = A*x`,
  })
  const model = Model({ plant: Wrong() })

  test.each([false, true])(
    'are reported with the line and the equation with full names (interpret: %s)',
    (interpret) => {
      expect(() => instantiate(model, { interpret }).simulate({ stopTime: 1 })).toThrow(
        'equations, line 1: Operator *: expected operands that fit together, got a 2×2 matrix and a vector of 3. The inner sizes must be equal.\n' +
          '  der(x) = A*x\n           ^^^\n  Equation: der(plant.x) = plant.A*plant.x',
      )
    },
  )

  test('are reported in equations that no derivative needs, and in systems of equations', () => {
    const last = Model({ n: 4, x: Var({ init: [1, 2, 3] }), equations: equations`der(x) = -x; y = x[n]` })
    expect(() => simulate(last, { stopTime: 1 })).toThrow(
      /Subscript: expected 1 to 3, got \d\.[\s\S]*Equation: y = x\[n\]$/,
    )
    const implicit = Model({
      n: 4,
      x: Var({ init: [1, 2, 3] }),
      equations: equations`der(x) = -y*x; y + y^3 = x[n]`,
    })
    expect(() => simulate(implicit, { stopTime: 1 })).toThrow(/Equation: y \+ y\^3 = x\[n\]$/)
  })
})
