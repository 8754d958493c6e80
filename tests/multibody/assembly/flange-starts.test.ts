/** Start values of joints with flanges: written values are kept, including zero; a default yields to loops. */
import { quantity, simulate, Var, type VarioError } from 'vario'
import { Inertia } from 'vario/library/rotational'
import { MassProperties, Model3D, Object3D, RevoluteWithFlange, Scene, Solid } from 'vario/multibody'
import { describe, expect, it } from 'vitest'
import { createFourBar, type Lengths } from './four-bars.ts'

const LENGTHS: Lengths = [0.5, 1.1, 0.9, 1.2]
/** A rocker at 1.5 rad requires a crank at about 1 rad, not at 0. */
const ROCKER = 1.5
const SOLVED = 1e-9

const createModel = (crank: Record<string, unknown>, rocker: Record<string, unknown> = { phi: ROCKER }) =>
  createFourBar(LENGTHS, {
    rocker,
    coupler: { phi: { start: -0.5 } },
    more: { crank: RevoluteWithFlange({ obj1: 'world', obj2: 'bar1.end1', ...crank }) } as never,
  })

const startOf = (model: ReturnType<typeof createModel>, merge = {}): number =>
  simulate(model, { stopTime: 0, merge }).final('crank.phi')

function errorOf(run: () => unknown): VarioError {
  try {
    run()
  } catch (error) {
    return error as VarioError
  }
  throw new Error('no error')
}

/** True if the coupler has its length for the angles of crank and rocker. */
function isClosed(crank: number, rocker: number): boolean {
  const [a, b, c, d] = LENGTHS
  const x = d + c * Math.cos(rocker) - a * Math.cos(crank)
  const y = c * Math.sin(rocker) - a * Math.sin(crank)
  return Math.abs(Math.hypot(x, y) - b) < SOLVED
}

describe('a crank with a flange in a four-bar whose rocker is given', () => {
  it('moves where the loop requires it if it is not given', () => {
    const phi = startOf(createModel({}))
    expect(Math.abs(phi)).toBeGreaterThan(0.1)
    expect(isClosed(phi, ROCKER)).toBe(true)
  })

  it('moves where the loop requires it if only its velocity is given', () => {
    expect(isClosed(startOf(createModel({ w: 0.5 })), ROCKER)).toBe(true)
  })

  const zeros: readonly (readonly [string, Record<string, unknown>, Record<string, unknown>])[] = [
    ['a number', { phi: 0 }, {}],
    ['init', { phi: { init: 0 } }, {}],
    ['Var', { phi: Var({ init: 0 }) }, {}],
    ['a quantity', { phi: quantity(0, 'deg') }, {}],
    ['merge', {}, { crank: { phi: 0 } }],
    ['merge of init', {}, { crank: { phi: { init: 0 } } }],
  ]
  it.each(zeros)('keeps a zero given as %s, so the loop cannot be closed', (_, crank, merge) => {
    const error = errorOf(() => startOf(createModel(crank), merge))
    expect(error.code).toBe('LOOPS')
    expect(error.fields.given).toEqual(expect.arrayContaining(['crank', 'rocker']))
  })

  it.each(zeros)('keeps a zero given as %s, and the rocker moves if it may', (_, crank, merge) => {
    const model = createModel(crank, { phi: { start: ROCKER } })
    const result = simulate(model, { stopTime: 0, merge })
    expect(result.final('crank.phi')).toBe(0)
    expect(isClosed(0, result.final('rocker.phi'))).toBe(true)
  })

  it('has no start value in the equations if it is NaN', () => {
    expect(isClosed(startOf(createModel({ phi: Number.NaN, w: Number.NaN })), ROCKER)).toBe(true)
  })

  it('may have a rotor, whose init value is kept, or which has none', () => {
    const rotor = (start: Record<string, unknown>) =>
      createFourBar(LENGTHS, {
        rocker: { phi: ROCKER },
        coupler: { phi: { start: -0.5 } },
        more: {
          crank: RevoluteWithFlange({ obj1: 'world', obj2: 'bar1.end1' }),
          rotor: Inertia({ J: 0.1, ...start }),
          connect: [['rotor.flange_a', 'crank.flange']],
        } as never,
      })
    expect(isClosed(startOf(rotor({ phi: { init: null }, w: { init: null } })), ROCKER)).toBe(true)
    expect(errorOf(() => startOf(rotor({ phi: 0 }))).code).toBe('LOOPS')
  })

  it('takes a guess in place of the default', () => {
    const near = startOf(createModel({ phi: { init: null, start: 1 } }))
    expect(isClosed(near, ROCKER)).toBe(true)
  })

  it('keeps the default if nothing is given', () => {
    const result = simulate(createModel({}, { phi: { start: ROCKER } }), { stopTime: 0 })
    expect(result.final('crank.phi')).toBe(0)
    expect(isClosed(0, result.final('rocker.phi'))).toBe(true)
  })
})

it('a value written for a rotor precedes the default of its joint, for each choice of the state', () => {
  const createArm = (arm: Record<string, unknown>, rotor: Record<string, unknown>) =>
    Model3D({
      world: Object3D({ feature: Scene() }),
      body: Object3D({
        feature: Solid({ massProperties: MassProperties({ mass: 1, Ixx: 1, Iyy: 1, Izz: 1 }) }),
      }),
      arm: RevoluteWithFlange({ obj1: 'world', obj2: 'body', ...arm }),
      rotor: Inertia({ J: 1, ...rotor }),
      connect: [['rotor.flange_a', 'arm.flange']],
    })
  const start = (arm: Record<string, unknown>, rotor: Record<string, unknown>): number =>
    simulate(createArm(arm, rotor), { stopTime: 0 }).final('arm.phi')
  expect(start({}, {})).toBe(0)
  expect(start({}, { phi: { init: 0.3 } })).toBe(0.3)
  expect(errorOf(() => start({ phi: 0 }, { phi: { init: 0.3 } })).code).toBe('INIT')
})
