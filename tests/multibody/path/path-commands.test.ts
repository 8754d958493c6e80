/** Programs that move reference paths. */
import { equations, Model, type SignalTable, simulate, Var } from 'vario'
import {
  type ActionProgram,
  Model3D,
  Object3D,
  PtpPath,
  ReferencePath,
  Scene,
  Solid,
  Sphere,
  when,
} from 'vario/multibody'
import { describe, expect, it } from 'vitest'

const LIMITS = { v_max: [1, 1], a_max: [2, 2] }

/** A ball that an action may hold, and a path. */
const world = {
  world: Object3D({ feature: Scene({ gap: 100 }) }),
  hook: Object3D({ parent: 'world', lockable: true }),
  ball: Object3D({
    parent: 'world',
    fixedToParent: false,
    assemblyRoot: true,
    feature: Solid({ shape: Sphere({ diameter: 0.1 }), solidMaterial: 'Steel' }),
  }),
  eye: Object3D({ parent: 'ball', lockable: true }),
}

const run = (actions: ActionProgram, more: object = {}, stopTime = 10): SignalTable =>
  simulate(Model3D({ ...world, path: ReferencePath({ n: 2 }), ...more, actions }), { stopTime })

interface Entry {
  readonly time: number
  readonly command: string
  readonly text: string
}
const logOf = (result: SignalTable) => result.attributes['actions'] as unknown as readonly Entry[]

const TARGET = [1, 2]
/** From [0, 0] with LIMITS. */
const DURATION = new PtpPath({ points: [[0, 0], TARGET], ...LIMITS }).endTime

describe('ptpJointSpace', () => {
  it('returns when the path has arrived', () => {
    const times: number[] = []
    const result = run(function* (act) {
      yield act.addReferencePath('path', LIMITS)
      yield act.wait(0.5)
      times.push((yield act.ptpJointSpace('path', [TARGET])).time)
      times.push((yield act.ptpJointSpace('path', [TARGET, [0, 0]])).time)
    })
    expect(times[0]).toBeCloseTo(0.5 + DURATION, 14)
    expect(times[1]).toBeCloseTo(0.5 + 2 * DURATION, 14)
    expect(result.at('path.position[2]', 0.5 + DURATION)).toBe(2)
    expect([...result.finalVector('path.position')]).toEqual([0, 0])
    expect(logOf(result).map(({ command }) => command)).toEqual([
      "addReferencePath('path', …)",
      "ptpJointSpace('path', 1 points)",
      "ptpJointSpace('path', 2 points)",
    ])
    expect(logOf(result)[1].text).toBe(`path moves until t = ${0.5 + DURATION} s`)
    // a motion of a reference does not change the structure
    expect(result.segments).toHaveLength(1)
  })

  it('keeps the reference smooth across changes of the structure', () => {
    const integrals = {
      s: Var({ init: [0, 0] }),
      v: Var({ init: [0, 0] }),
      equations: equations`
        der(s) = path.velocity
        der(v) = path.acceleration
      `,
    }
    const mover: ActionProgram = function* (act) {
      yield act.ptpJointSpace('path', [TARGET])
    }
    const holder: ActionProgram = function* (act) {
      yield act.attach('eye', 'hook')
      yield act.wait(0.7)
      yield act.release('eye')
    }
    const result = run(
      function* (act) {
        yield act.addReferencePath('path', LIMITS)
        yield act.parallel(mover, holder)
        yield act.ptpJointSpace('path', [[0, 0]])
      },
      integrals,
      8,
    )
    // an object attached at the start is attached in the first segment
    expect(result.segments).toHaveLength(2)
    // parabolas between events: rounding errors
    for (const name of ['s[1]', 's[2]', 'v[1]', 'v[2]']) expect(result.final(name)).toBeCloseTo(0, 12)
    expect(result.at('s[2]', DURATION)).toBeCloseTo(2, 12)
  })

  it('moves two paths in parallel, and returns when both have arrived', () => {
    let end = 0
    const result = run(
      function* (act) {
        yield act.addReferencePath('path', LIMITS)
        yield act.parallel(
          function* left(a) {
            yield a.ptpJointSpace('path', [TARGET])
          },
          function* right(a) {
            yield a.ptpJointSpace('other', [[3]])
          },
        )
        end = (yield act.wait(0)).time
      },
      { other: ReferencePath({ n: 1, v_max: [1], a_max: [1] }) },
    )
    // 3 m at 1 m/s and 1 m/s2
    expect(end).toBeCloseTo(4, 14)
    expect(result.final('other.position[1]')).toBe(3)
    expect(result.final('path.position[2]')).toBe(2)
  })

  it('finds a path of a component from the place where the reaction is declared', () => {
    const Robot = Model({
      path: ReferencePath({ n: 1 }),
      starts: when(
        (s) => s.time >= 1,
        (act) => act.ptpJointSpace('path', [[0.25]]),
      ),
    })
    const result = simulate(Model3D({ ...world, robot: Robot() }), { stopTime: 3 })
    expect(result.final('robot.path.position[1]')).toBe(0.25)
    // a triangle from 1 s on: 0.5 s at 1 m/s2
    expect(result.at('robot.path.position[1]', 1.5)).toBeCloseTo(0.125, 9)
  })
})

it('starts at the position of addReferencePath', () => {
  const result = run(function* (act) {
    yield act.addReferencePath('path', { position: [3, 4] })
  })
  expect([...result.finalVector('path.position')]).toEqual([3, 4])
  expect(result.at('path.position[1]', 0)).toBe(3)
})

describe('errors', () => {
  const failing = (actions: ActionProgram) => expect(() => run(actions))

  it('name wrong paths', () => {
    failing(function* (act) {
      yield act.ptpJointSpace('pth', [[1, 2]])
    }).toThrow("pth: expected one of the components with memory path (did you mean 'path'?), got 'pth'")
  })

  it('name wrong points', () => {
    failing(function* (act) {
      yield act.ptpJointSpace('path', [[1, 2, 3]])
    }).toThrow('path.points[1]: expected an array of 2 elements')
    failing(function* (act) {
      yield act.ptpJointSpace('path', [1, 2] as never)
    }).toThrow('actions: ptpJointSpace: expected a list of points, each a list of positions')
  })

  it('name two programs that move the same path', () => {
    const move: ActionProgram = function* (act) {
      yield act.ptpJointSpace('path', [[1, 1]])
    }
    failing(function* (act) {
      yield act.parallel(move, move)
    }).toThrow(
      'ptpJointSpace at 0 s: expected path at rest, but it moves until 2 s. Wait for the end of this motion',
    )
  })
})
