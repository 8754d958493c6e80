/** Riccati and Lyapunov equations, regulators, estimators, pole placement: closed forms, residuals, second routes. */
import {
  controllability,
  discretize,
  dlqr,
  feedback,
  isStable,
  kalman,
  lqr,
  observability,
  outputRegulator,
  placePoles,
  poles,
  type StateSpace,
  solveDiscreteLyapunov,
  solveDiscreteRiccati,
  solveLyapunov,
  solveRiccati,
} from 'vario/control'
import { describe, expect, it } from 'vitest'
import { createRandom } from '../math/matrix-helpers.ts'
import { campaignSeeds } from '../support/campaign-seeds.ts'
import {
  multiplyRows as mul,
  randomRows,
  randomSystem,
  rootDistance,
  sizeOfSum,
  transposeRows as tr,
} from './support.ts'

const ONE = [[1]]
const I = (n: number): number[][] =>
  Array.from({ length: n }, (_, i) => Array.from({ length: n }, (__, j) => (i === j ? 1 : 0)))
const DOUBLE_INTEGRATOR = {
  A: [
    [0, 1],
    [0, 0],
  ],
  B: [[0], [1]],
}

describe('Lyapunov equations', () => {
  it.each(campaignSeeds(100, 20))('have no residual for random matrices: seed %i', (seed) => {
    const random = createRandom(seed)
    const n = 1 + Math.floor(random() * 8)
    const A = randomRows(n, n, random)
    const half = randomRows(n, n, random)
    const Q = mul(half, tr(half))
    const X = solveLyapunov(A, Q)
    const size = sizeOfSum([1, X])
    // backward stable up to the separation of λ and -λ: residuals are rounding errors of the terms
    expect(sizeOfSum([1, mul(A, X)], [1, mul(X, tr(A))], [1, Q])).toBeLessThan(1e-13 * n * n * (1 + size))
    const Y = solveDiscreteLyapunov(A, Q)
    const product = mul(mul(A, Y), tr(A))
    expect(sizeOfSum([1, product], [-1, Y], [1, Q])).toBeLessThan(1e-13 * n * n * n * (1 + sizeOfSum([1, Y])))
  })

  it('gives the variance of filtered noise, q/(2a) and q/(1 - a²)', () => {
    expect(solveLyapunov([[-4]], [[2]])[0][0]).toBeCloseTo(0.25, 15)
    expect(solveDiscreteLyapunov([[0.5]], [[3]])[0][0]).toBeCloseTo(4, 14)
  })

  it('says that no unique solution exists', () => {
    expect(() =>
      solveLyapunov(
        [
          [1, 0],
          [0, -1],
        ],
        I(2),
      ),
    ).toThrow('expected a matrix without eigenvalues λ and -λ')
    expect(() => solveDiscreteLyapunov([[1]], ONE)).toThrow('λ and 1/λ')
    expect(() =>
      solveLyapunov(
        [[1]],
        [
          [1, 2],
          [3, 4],
        ],
      ),
    ).toThrow('Q: expected 1 rows of 1 numbers')
    expect(() =>
      solveLyapunov(I(2), [
        [1, 2],
        [3, 4],
      ]),
    ).toThrow('Q: expected a symmetric matrix')
  })
})

describe('Riccati equations', () => {
  it('has the closed form of the double integrator', () => {
    const X = solveRiccati(DOUBLE_INTEGRATOR.A, DOUBLE_INTEGRATOR.B, { Q: I(2), R: ONE })
    const exact = [
      [Math.sqrt(3), 1],
      [1, Math.sqrt(3)],
    ]
    expect(sizeOfSum([1, X], [-1, exact])).toBeLessThan(4e-15)
  })

  it('has the closed form of one state, continuous and discrete, also where nothing but stability is wanted', () => {
    for (const [a, b, q, r] of [
      [1, 2, 3, 4],
      [-1, 1e-3, 1e6, 1e-6],
      [5, 1, 0, 1],
      [-2, 1, 1e-12, 1],
    ]) {
      const X = solveRiccati([[a]], [[b]], { Q: [[q]], R: [[r]] })[0][0]
      // 2 a x - b² x²/r + q = 0; for a < 0 without cancellation
      const root = Math.sqrt(a * a + (b * b * q) / r)
      const exact = a > 0 ? ((a + root) * r) / (b * b) : q / (root - a)
      expect(Math.abs(X - exact)).toBeLessThan(1e-13 * Math.abs(exact))
      const Y = solveDiscreteRiccati([[a]], [[b]], { Q: [[q]], R: [[r]] })[0][0]
      const residual = a * a * Y - (a * b * Y) ** 2 / (r + b * b * Y) + q - Y
      expect(Math.abs(residual)).toBeLessThan(1e-13 * (a * a + 1) * Y + 1e-300)
      expect(Math.abs(a - (b * a * b * Y) / (r + b * b * Y))).toBeLessThan(1)
    }
  })

  it.each(campaignSeeds(100, 20))(
    'has small residuals and stable loops for random systems: seed %i',
    (seed) => {
      const random = createRandom(seed)
      const n = 1 + Math.floor(random() * 7)
      const m = 1 + Math.floor(random() * 3)
      const [A, B] = [randomRows(n, n, random), randomRows(n, m, random)]
      const half = randomRows(n, n, random)
      const Q = mul(half, tr(half))
      const h = randomRows(m, m, random)
      const R = mul(h, tr(h)).map((row, i) => row.map((x, j) => x + (i === j ? 0.1 : 0)))
      const N = randomRows(n, m, random).map((row) => row.map((x) => 0.05 * x))
      const continuous = lqr({ A, B }, { Q, R, N })
      const { X, K } = continuous
      const terms = [mul(tr(A), X), mul(X, A), mul(mul(tr(K), R), K)]
      const size = Math.max(...terms.map((m) => sizeOfSum([1, m])))
      const residual = sizeOfSum([1, terms[0]], [1, terms[1]], [-1, terms[2]], [1, Q])
      expect(residual).toBeLessThan(1e-12 * n * (1 + size))
      expect(continuous.poles.every(({ re }) => re < 0)).toBe(true)
      // R K = Bᵀ X + Nᵀ
      expect(sizeOfSum([1, mul(R, K)], [-1, mul(tr(B), X)], [-1, tr(N)])).toBeLessThan(1e-11 * (1 + size))
      // discrete, with a singular A
      const singular = A.map((row, i) => (i === 0 ? row.map(() => 0) : row))
      const discrete = dlqr({ A: singular, B, sampleTime: 1 }, { Q, R, N })
      const { X: Y, K: L } = discrete
      const gain = sizeOfSum([1, mul(mul(tr(singular), Y), singular)])
      const middle = mul(
        mul(
          tr(L),
          R.map((row, i) => row.map((x, j) => x + mul(mul(tr(B), Y), B)[i][j])),
        ),
        L,
      )
      const rest = sizeOfSum([1, mul(mul(tr(singular), Y), singular)], [-1, Y], [-1, middle], [1, Q])
      expect(rest).toBeLessThan(1e-12 * n * (1 + gain + sizeOfSum([1, Y])))
      expect(discrete.poles.every(({ re, im }) => Math.hypot(re, im) < 1)).toBe(true)
    },
  )

  it('does not depend on the units of the states: factors of 1e6 change X by their products only', () => {
    const A = [
      [0, 1, 0],
      [2, -0.1, 1],
      [0, 0, -5],
    ]
    const B = [[0], [1], [3]]
    const d = [1e6, 1, 1e-6]
    const { X } = lqr({ A, B }, { Q: I(3), R: ONE })
    const scaled = lqr(
      {
        A: A.map((row, i) => row.map((x, j) => (d[i] * x) / d[j])),
        B: B.map((row, i) => row.map((x) => d[i] * x)),
      },
      { Q: I(3).map((row, i) => row.map((x, j) => x / (d[i] * d[j]))), R: ONE },
    )
    X.forEach((row, i) => {
      row.forEach((x, j) => {
        expect(Math.abs(scaled.X[i][j] * d[i] * d[j] - x)).toBeLessThan(1e-9 * Math.abs(x))
      })
    })
  })

  it('mirrors unstable poles if only the input costs', () => {
    const { poles: found } = lqr(
      {
        A: [
          [1, 5],
          [0, 2],
        ],
        B: [[0], [1]],
      },
      {
        Q: [
          [0, 0],
          [0, 0],
        ],
        R: ONE,
      },
    )
    expect(rootDistance(found, [-1, -2])).toBeLessThan(1e-13)
  })

  it('says what is missing', () => {
    const unreached = {
      A: [
        [1, 0],
        [0, -1],
      ],
      B: [[0], [1]],
    }
    expect(() => lqr(unreached, { Q: I(2), R: ONE })).toThrow(
      /lqr: expected a problem with a stabilizing solution/,
    )
    expect(() =>
      lqr(DOUBLE_INTEGRATOR, {
        Q: [
          [0, 0],
          [0, 0],
        ],
        R: ONE,
      }),
    ).toThrow('imaginary axis')
    expect(() => lqr(DOUBLE_INTEGRATOR, { Q: I(2), R: [[0]] })).toThrow(
      'R: expected a positive definite matrix',
    )
    expect(() => lqr({ ...DOUBLE_INTEGRATOR, sampleTime: 0.1 }, { Q: I(2), R: ONE })).toThrow('dlqr')
    expect(() => dlqr(DOUBLE_INTEGRATOR, { Q: I(2), R: ONE })).toThrow('discretize')
  })

  it('has a discrete regulator that tends to the continuous one', () => {
    const plant: StateSpace = { ...DOUBLE_INTEGRATOR, C: I(2), D: [[0], [0]] }
    const T = 1e-4
    const scaled = (x: number): number[][] => I(2).map((row) => row.map((y) => x * y))
    const { K } = dlqr(discretize(plant, T), { Q: scaled(T), R: [[T]] })
    const { K: limit } = lqr(plant, { Q: I(2), R: ONE })
    // first order in T
    expect(sizeOfSum([1, K], [-1, limit])).toBeLessThan(3 * T)
  })
})

describe('estimators', () => {
  it('has the closed form of one state', () => {
    const plant: StateSpace = { A: [[0]], B: ONE, C: ONE, D: [[0]] }
    // P = √(q r), L = √(q/r)
    const { L, P } = kalman(plant, { Q: [[4]], R: [[9]] })
    expect(P[0][0]).toBeCloseTo(6, 13)
    expect(L[0][0]).toBeCloseTo(2 / 3, 14)
    // p = q + p r/(p + r) with q = r = 1: the golden ratio
    const walk = kalman({ ...plant, A: ONE, sampleTime: 1 }, { Q: ONE, R: ONE })
    const golden = (1 + Math.sqrt(5)) / 2
    expect(walk.P[0][0]).toBeCloseTo(golden, 13)
    expect(walk.M![0][0]).toBeCloseTo(golden / (1 + golden), 13)
    expect(walk.L[0][0]).toBeCloseTo(golden / (1 + golden), 13)
  })

  it('closes a stable loop around an unstable plant, whose poles are those of regulator and estimator', () => {
    const plant: StateSpace = {
      ...randomSystem(7, 4, 2, 2),
      D: [
        [0.1, 0],
        [0, 0.2],
      ],
    }
    for (const system of [plant, discretize(plant, 0.1)]) {
      const weights = { Q: I(4), R: I(2) }
      const { K, poles: control } = system.sampleTime ? dlqr(system, weights) : lqr(system, weights)
      const estimator = kalman(system, { Q: I(2), R: I(2), G: system.B })
      const loop = feedback(system, outputRegulator(system, K, estimator.L), 1)
      expect(isStable(loop)).toBe(true)
      expect(rootDistance(poles(loop), [...control, ...estimator.poles])).toBeLessThan(1e-8)
    }
  })
})

describe('pole placement', () => {
  it('has the closed form of a chain of integrators', () => {
    const { K } = placePoles(
      {
        A: [
          [0, 1, 0],
          [0, 0, 1],
          [0, 0, 0],
        ],
        B: [[0], [0], [1]],
        C: [],
        D: [],
      },
      [-1, { re: -1, im: 2 }, { re: -1, im: -2 }],
    )
    // (s + 1)(s² + 2 s + 5) = s³ + 3 s² + 7 s + 5
    ;[5, 7, 3].forEach((value, j) => {
      expect(K[0][j]).toBeCloseTo(value, 12)
    })
  })

  it.each(campaignSeeds(120, 30))('places real and complex poles of random systems: seed %i', (seed) => {
    const random = createRandom(seed)
    const n = 1 + Math.floor(random() * 6)
    const m = 1 + Math.floor(random() * 3)
    const system = randomSystem(seed, n, m, 1)
    const wanted: (number | { re: number; im: number })[] = []
    while (wanted.length < n) {
      const re = -0.5 - 2 * random()
      if (n - wanted.length >= 2 && random() < 0.6) {
        const im = 2 * random() + 0.1
        wanted.push({ re, im }, { re, im: -im })
      } else wanted.push(re)
    }
    const { K, poles: placed } = placePoles(system, wanted)
    // eigenvalues of A - B K are perturbed by the rounding errors of B K times their condition
    expect(rootDistance(placed, wanted)).toBeLessThan(1e-7 * (1 + sizeOfSum([1, K])))
  })

  it('keeps poles that no input reaches, and names them otherwise', () => {
    const system: StateSpace = {
      A: [
        [-3, 0, 0],
        [1, 1, 2],
        [0, 1, -1],
      ],
      B: [[0], [1], [0]],
      C: [],
      D: [],
    }
    const { poles: placed } = placePoles(system, [-5, -3, -4])
    expect(rootDistance(placed, [-5, -3, -4])).toBeLessThan(1e-12)
    expect(() => placePoles(system, [-1, -2, -4])).toThrow('expected the pole -3 among the wanted ones')
    expect(() => placePoles(system, [-1, -2])).toThrow('3 poles, one for each state')
    expect(() => placePoles(system, [{ re: 0, im: 1 }, -2, -3])).toThrow('complex poles in pairs')
  })
})

describe('controllability and observability', () => {
  it('counts the states that are reached and seen, and names the other poles', () => {
    // parallel equal masses: only their sum is driven, only their difference is seen
    const A = [
      [0, 1, 0, 0],
      [-1, 0, 0, 0],
      [0, 0, 0, 1],
      [0, 0, -1, 0],
    ]
    const system: StateSpace = { A, B: [[0], [1], [0], [1]], C: [[1, 0, -1, 0]], D: [[0]] }
    const reached = controllability(system)
    expect(reached).toMatchObject({ rank: 2, isComplete: false })
    expect(
      rootDistance(reached.remaining, [
        { re: 0, im: 1 },
        { re: 0, im: -1 },
      ]),
    ).toBeLessThan(1e-14)
    expect(observability(system).rank).toBe(2)
    expect(controllability({ ...DOUBLE_INTEGRATOR, C: [], D: [] })).toMatchObject({
      rank: 2,
      isComplete: true,
    })
  })

  it('does not depend on units', () => {
    for (const d of [1e-9, 1, 1e9]) {
      const system: StateSpace = {
        A: [
          [0, 1 / d],
          [-2 * d, -3],
        ],
        B: [[0], [d]],
        C: [[1, 0]],
        D: [[0]],
      }
      expect(controllability(system).rank).toBe(2)
      expect(observability(system).rank).toBe(2)
    }
  })
})
