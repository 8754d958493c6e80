/**
 * A mobile of rods, each of which carries two smaller mobiles: a recursive model. The function that creates it calls
 * itself, and the paths in the result give the position of a rod: `mobile.left.right.joint`. A push at the smallest rod
 * on the right moves them all.
 *
 *   npx tsx examples/mobile.ts
 */
import { Model, plotText, type SignalTable, simulate } from 'vario'
import { Cylinder, Model3D, Object3D, Revolute, Scene, Solid, Sphere } from 'vario/multibody'
import { isMain } from './support/is-main.ts'

type Mobile = ReturnType<typeof Model>

/** Distance of a rod below its pivot [m]. */
const DROP = 0.1
/** Angular velocity of the pushed rod [rad/s]. */
const PUSH = 5

/** A rod with a mobile at each end, or a ball where the depth ends. The rods on the right-hand side down to the last one are `isPushed`. */
function createMobile(depth: number, isPushed: boolean): Mobile {
  const length = 0.1 * 2 ** depth
  const members: Record<string, unknown> = {
    pivot: Object3D(),
    rod: Object3D({
      parent: 'pivot',
      translation: [0, -DROP, 0],
      feature: Solid({ shape: Cylinder({ axis: 'x', diameter: 0.01, length }), solidMaterial: 'DryWood' }),
    }),
  }
  for (const [side, x] of [
    ['left', -length / 2],
    ['right', length / 2],
  ] as const) {
    if (depth === 1) {
      members[side] = Object3D({
        parent: 'rod',
        translation: [x, 0, 0],
        feature: Solid({ shape: Sphere({ diameter: 0.04 }), solidMaterial: 'DryWood' }),
      })
    } else {
      const isNext = isPushed && side === 'right'
      members[`${side}End`] = Object3D({ parent: 'rod', translation: [x, 0, 0] })
      members[side] = createMobile(depth - 1, isNext)
      members[`${side}Joint`] = Revolute({
        obj1: `${side}End`,
        obj2: `${side}.pivot`,
        axis: 'z',
        w: isNext && depth === 2 ? PUSH : 0,
      })
    }
  }
  return Model(members)
}

/** Rods and their children, `depth` levels of them: 2^depth - 1 rods. */
export function simulateMobile(depth = 4): SignalTable {
  const model = Model3D({
    world: Object3D({ feature: Scene() }),
    mobile: createMobile(depth, true),
    joint: Revolute({ obj1: 'world', obj2: 'mobile.pivot', axis: 'z' }),
  })
  return simulate(model, { stopTime: 10, tolerance: 1e-8 })
}

if (isMain(import.meta.url)) {
  for (const depth of [2, 4, 6]) {
    const start = performance.now()
    const result = simulateMobile(depth)
    const seconds = (performance.now() - start) / 1000
    console.log(`${2 ** depth - 1} rods: 10 s of motion in ${seconds.toFixed(2)} s`)
    if (depth === 4) {
      const names = ['joint.phi', 'mobile.rightJoint.phi']
      console.log(plotText(result, names, { heading: 'The uppermost rod, and the one on its right [rad]' }))
    }
  }
}
