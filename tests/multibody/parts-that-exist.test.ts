/** 3D parts in components that exist under a condition, and in arrays of components whose size is a parameter. */
import { equations, expr, Model, Par, simulate, Var } from 'vario'
import {
  createAnimation,
  MassProperties,
  Model3D,
  NoGravityField,
  Object3D,
  Prismatic,
  Revolute,
  RevoluteWithFlange,
  Scene,
  Solid,
  Sphere,
  WorldForce,
  when,
} from 'vario/multibody'
import { describe, expect, it } from 'vitest'

const solid = Solid({
  shape: Sphere({ diameter: 0.1 }),
  massProperties: MassProperties({ mass: 1, Ixx: 1, Iyy: 1, Izz: 1 }),
})
const world = Object3D({ feature: Scene() })
const weightless = Object3D({ feature: Scene({ gravityField: NoGravityField() }) })

/** A pendulum of a point mass at the length of the parameter. */
const Pendulum = Model({
  length: Par(1, 'm'),
  place: Par(0, 'm'),
  foot: Object3D({ parent: 'world', translation: expr`[place, 0, 0]` }),
  arm: Object3D(),
  bob: Object3D({
    ...{ parent: 'arm', translation: expr`[0, -length, 0]` },
    feature: Solid({ shape: Sphere({ diameter: 0.1 }), massProperties: MassProperties({ mass: 1 }) }),
  }),
  hinge: Revolute({ obj1: 'foot', obj2: 'arm', axis: 'z', phi: { init: 1e-3 } }),
})

/** Small oscillations: the error of the linear equation is 1e-10. */
const swing = (length: number, t: number): number => 1e-3 * Math.cos(Math.sqrt(9.81 / length) * t)

describe('an array of components with 3D parts', () => {
  const Row = Model3D({
    world,
    n: Par(3),
    pendulums: Pendulum({ for: { i: expr`1:n` }, length: expr`0.5*i`, place: expr`2*i` }),
  })

  it('has a part for every element, each with its values', () => {
    const result = simulate(Row, { stopTime: 1, tolerance: 1e-9 })
    for (const i of [1, 2, 3]) {
      expect(result.final(`pendulums[${i}].hinge.phi`)).toBeCloseTo(swing(0.5 * i, 1), 8)
      expect(result.final(`pendulums[${i}].foot.r_abs[1]`)).toBe(2 * i)
    }
    expect(result.names).not.toContain('pendulums[4].hinge.phi')
  })

  it('follows the number of elements of a run', () => {
    const result = simulate(Row, { stopTime: 1, tolerance: 1e-9, merge: { n: 5 } })
    expect(result.final('pendulums[5].hinge.phi')).toBeCloseTo(swing(2.5, 1), 8)
    const scene = createAnimation(Row({}), result, { merge: { n: 5 } })
    expect(scene.parts.filter(({ path }) => path.endsWith('bob'))).toHaveLength(5)
  })
})

describe('a component with 3D parts under a condition', () => {
  const Vehicle = Model3D({
    world: weightless,
    hasTrailer: Par(true),
    front: Object3D({ feature: solid }),
    rail: Prismatic({ obj1: 'world', obj2: 'front', axis: 'x', f: 6 }),
    trailer: Model({
      hitch: Object3D({ parent: 'front', translation: [-1, 0, 0] }),
      load: Object3D({ parent: 'hitch', feature: Solid({ massProperties: MassProperties({ mass: 2 }) }) }),
    })({ if: expr`hasTrailer` }),
  })

  it('takes part if the condition holds', () => {
    expect(simulate(Vehicle, { stopTime: 1 }).final('rail.s')).toBeCloseTo(1, 6)
    const without = simulate(Vehicle, { stopTime: 1, merge: { hasTrailer: false } })
    expect(without.final('rail.s')).toBeCloseTo(3, 6)
    expect(without.names.filter((name) => name.startsWith('trailer'))).toEqual([])
  })
})

it('signals, flanges, values and reactions work in the elements of an array', () => {
  const Cart = Model({
    k: Par(1),
    body: Object3D({ feature: solid }),
    slide: Prismatic({ obj1: 'world', obj2: 'body', axis: 'x', s: { init: 1 } }),
    push: WorldForce({ objectApply: 'body', force: expr`[-k*body.r_abs[1], 0, 0]` }),
    spin: RevoluteWithFlange({ obj1: 'body', obj2: 'wheel', axis: 'x', w: { init: 2 } }),
    wheel: Object3D({ feature: solid }),
    x: Var({ unit: 'm' }),
    stops: when(expr`time > 1`, (act) => act.set('z', 7)),
    z: Var({ init: 0 }),
    equations: equations`
      x = body.r_abs[1]
      der(z) = k
    `,
  })
  const model = Model3D({
    world: weightless,
    n: Par(2),
    carts: Cart({ for: { i: expr`1:n` }, k: expr`2*i` }),
    y: Var({ unit: 'm' }),
    equations: equations`y = carts[2].body.r_abs[1] + carts[1].x`,
  })
  const result = simulate(model, { stopTime: 2, tolerance: 1e-9 })
  // two bodies of 1 kg: x'' = -k/2 x
  const [first, second] = [2, 4].map((k) => Math.cos(Math.sqrt(k / 2) * 2))
  expect(result.final('carts[1].slide.s')).toBeCloseTo(first, 7)
  expect(result.final('carts[2].slide.s')).toBeCloseTo(second, 7)
  expect(result.final('y')).toBeCloseTo(first + second, 7)
  expect(result.final('carts[2].spin.phi')).toBeCloseTo(4, 7)
  expect(result.final('carts[1].z')).toBeCloseTo(7 + 2, 7)
  expect(result.final('carts[2].z')).toBeCloseTo(7 + 4, 7)
})
