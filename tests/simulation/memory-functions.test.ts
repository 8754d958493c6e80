/** External functions: declared linearity, Jacobians, memory. */
import { equations, instantiate, Model, Par, simulate, Var } from 'vario'
import type { ComponentMemory } from 'vario/components'
import { describe, expect, test } from 'vitest'

/** Blocks of a translated model that are systems. */
const systemsOf = (model: Parameters<typeof instantiate>[0]) => instantiate(model).translation.systems

/** Inverse dynamics of two coupled masses: tau = M(q) qdd + h, in a function that the compiler cannot analyze. */
function createDynamics() {
  const calls = { n: 0, jacobian: 0 }
  const massMatrix = (q: number) => [2 + Math.cos(q), 1, 1, 3]
  const torque = (i: number) => (q: number, qdd1: number, qdd2: number) => {
    calls.n++
    const M = massMatrix(q)
    return M[2 * i] * qdd1 + M[2 * i + 1] * qdd2 + Math.sin(q)
  }
  const partial = (i: number, j: number) => ({
    name: `M${i}${j}`,
    evaluate: (q: number) => {
      calls.jacobian++
      return massMatrix(q)[2 * i + j]
    },
  })
  const info = (i: number) => ({ name: `torque${i + 1}`, evaluate: torque(i) })
  return { calls, massMatrix, info, partial }
}

/** Both accelerations are unknown; the torques are given. */
function createModel(more: (i: number) => object) {
  const { calls, massMatrix, info } = createDynamics()
  const [f1, f2] = [0, 1].map((i) => ({ ...info(i), ...more(i) }))
  const model = Model({
    q: Var({ init: 0.3 }),
    w: Var({ init: 0 }),
    a2: Var({ start: 0 }),
    equations: equations`
      der(q) = w
      a1 = der(w)
      -1 = ${f1}(q, a1, a2)
      time = ${f2}(q, a1, a2)
    `,
  })
  /** Accelerations by Cramer's rule. */
  const exact = (q: number, t: number) => {
    const [a, b, c, d] = massMatrix(q)
    const [r1, r2] = [-1 - Math.sin(q), t - Math.sin(q)]
    const det = a * d - b * c
    return [(d * r1 - b * r2) / det, (a * r2 - c * r1) / det]
  }
  return { model, exact, calls }
}

function expectExact({ model, exact }: ReturnType<typeof createModel>): void {
  const result = simulate(model, { stopTime: 1 })
  for (let i = 0; i < result.time.length; i++) {
    const [a1, a2] = exact(result.values('q')[i], result.time[i])
    expect(result.values('a1')[i]).toBeCloseTo(a1, 9)
    expect(result.values('a2')[i]).toBeCloseTo(a2, 9)
  }
}

describe('linearIn', () => {
  test('a block with functions of unknown linearity is nonlinear', () => {
    const plain = createModel(() => ({}))
    const [system] = systemsOf(plain.model)
    expect(system.kind).toBe('nonlinear')
    expectExact(plain)
  })

  test('a block with functions that are linear in its unknowns is linear', () => {
    const linear = createModel(() => ({ linearIn: [1, 2] }))
    const [system] = systemsOf(linear.model)
    expect(system.kind).toBe('linear')
    // the factors depend on q
    expect(system.isConstant).toBe(false)
    expectExact(linear)
  })

  test('linearity in other arguments has no effect', () => {
    expect(systemsOf(createModel(() => ({ linearIn: [1] })).model)[0].kind).toBe('nonlinear')
  })

  test('the factors are constant if the other arguments are parameters, unless there is a memory', () => {
    const createSystem = (hasMemory: boolean) => {
      const f = {
        name: 'f',
        evaluate: (k: number, x: number, y: number) => k * x + y,
        linearIn: [1, 2],
        hasMemory,
      }
      return systemsOf(
        Model({
          k: Par(2),
          equations: equations`
            time = ${f}(k, x, y)
            1 = ${f}(3, y, x)
          `,
        }),
      )[0]
    }
    expect(createSystem(false)).toMatchObject({ kind: 'linear', isConstant: true })
    expect(createSystem(true)).toMatchObject({ kind: 'linear', isConstant: false })
  })

  test('a factor that a memory returns is not constant, even without arguments', () => {
    let factor = 1
    const memory: ComponentMemory = {
      initSegment: () => {
        factor = 1
      },
      nextEvent: (t) => (t < 1 ? 1 : Infinity),
      onEvent(event) {
        if (event.time !== 1 || factor === 2) return
        factor = 2
        event.repeat()
      },
    }
    const read = () => factor
    const Loop = Model({
      build: () => ({
        memory: () => memory,
        model: {
          equations: equations`
            ${read}()*x + y = 3
            x - ${read}()*y = 0
          `,
        },
      }),
    })
    const result = simulate(Model({ loop: Loop() }), { stopTime: 2 })
    // y = x/k, (k + 1/k) x = 3
    expect(result.at('loop.x', 0.5)).toBeCloseTo(1.5, 14)
    expect(result.at('loop.x', 1, 'left')).toBeCloseTo(1.5, 14)
    expect(result.at('loop.x', 1)).toBeCloseTo(1.2, 14)
    expect(result.final('loop.y')).toBeCloseTo(0.6, 14)
  })
})

describe('jacobian', () => {
  test('gives the matrix of the system, linear or not', () => {
    for (const linearity of [{}, { linearIn: [1, 2] }]) {
      const { partial, calls } = createDynamics()
      expectExact(createModel((i) => ({ jacobian: [null, partial(i, 0), partial(i, 1)], ...linearity })))
      expect(calls.jacobian).toBeGreaterThan(0)
    }
  })

  test('returns the Jacobian of a vector with respect to a vector: a matrix from the memory', () => {
    const M = { rows: 2, cols: 2, data: Float64Array.of(3, 1, 1, 2) }
    let nMatrix = 0
    const countMatrix = () => {
      nMatrix++
      return M
    }
    const residual = {
      name: 'residual',
      evaluate: (a: Float64Array, t: number) => {
        return Float64Array.of(3 * a[0] + a[1] - t, a[0] + 2 * a[1] - 1)
      },
      shape: 'vector' as const,
      linearIn: [0],
      jacobian: [{ name: 'massMatrix', evaluate: countMatrix, shape: 'matrix' as const }, null],
    }
    const Block = Model({
      a: Var({ start: [0, 0] }),
      build: () => ({ memory: () => ({}), model: { equations: equations`0*a = ${residual}(a, time)` } }),
    })
    const model = instantiate(Model({ block: Block() }))
    expect(model.translation.systems[0].kind).toBe('linear')
    const result = model.simulate({ stopTime: 4, interval: 1 })
    for (const t of [0, 2, 4]) {
      const a = result.vectorAt('block.a', t)
      expect(a[0]).toBeCloseTo((2 * t - 1) / 5, 14)
      expect(a[1]).toBeCloseTo((3 - t) / 5, 14)
    }
    expect(nMatrix).toBeGreaterThan(0)
  })

  test('adds functions of a component to the model, with separate names', () => {
    const { partial } = createDynamics()
    const { model } = createModel((i) => ({ jacobian: [null, partial(i, 0), partial(i, 1)] }))
    const { functions } = instantiate(model).flat
    expect([...functions.keys()]).toEqual(
      expect.arrayContaining(['torque1', 'torque2', 'M00', 'M01', 'M10', 'M11']),
    )
    expect(
      functions.get('torque1')!.derivative!([]).map((part) => part && (part as { fn: string }).fn),
    ).toEqual([null, 'M00', 'M01'])
  })
})

test('a build hook resizes an unknown vector between runs (reference case build-function-resize)', () => {
  const Mbs = Model({
    phi2: Par([1, 2]),
    phi1: Var({ init: Math.PI / 2 }),
    w1: Var({ init: 0 }),
    qdd: Var({ start: [0, 0] }),
    build: () => {
      let phi2: Float64Array
      const memory: ComponentMemory = {
        initSegment(segment) {
          phi2 = segment.vector('phi2')
        },
      }
      const residual = {
        name: 'residual',
        evaluate: (qdd: Float64Array, t: number) => qdd.map((a, i) => (1 + t) * a + Math.sin(phi2[i])),
        shape: 'vector' as const,
        linearIn: [0],
      }
      const torque = {
        name: 'torque',
        evaluate: (phi: number, a: number) => a + Math.sin(phi),
        linearIn: [1],
      }
      return {
        memory: () => memory,
        model: {
          equations: equations`
            w1 = der(phi1)
            tau1 = ${torque}(phi1, der(w1))
            0*qdd = ${residual}(qdd, time)
            tau1 = -0.1*w1
          `,
        },
      }
    },
  })
  const model = instantiate(Mbs)
  expect(model.translation.systems.map((system) => system.kind)).toEqual(['linear', 'linear'])
  for (const phi2 of [
    [1, 2],
    [10, 20, 30],
  ]) {
    const result = model.simulate({
      stopTime: 2,
      tolerance: 1e-8,
      merge: { phi2, qdd: { start: phi2.map(() => 0) } },
    })
    expect(result.final('w1')).toBeCloseTo(-1.28133241, 6)
    expect(result.final('phi1')).toBeCloseTo(-0.10196722, 6)
    const qdd = result.finalVector('qdd')
    expect(qdd).toHaveLength(phi2.length)
    phi2.forEach((phi, i) => {
      expect(qdd[i]).toBeCloseTo(-Math.sin(phi) / 3, 12)
    })
  }
})
