/**
 * A gripper lifts an egg: two fingers close slowly until they feel it, press with 2 N each, and the hand goes up. A
 * controller of the force in each finger keeps the egg from being crushed, also while the hand accelerates.
 *
 *   npx tsx examples/egg-gripper.ts
 */
import {
  type Experiment,
  equations,
  expr,
  Model,
  Par,
  plotText,
  type SignalTable,
  simulate,
  Var,
} from 'vario'
import { Box, ContactResult, Model3D, Object3D, Prismatic, Scene, Solid, Sphere } from 'vario/multibody'
import { isMain } from './support/is-main.ts'

/** Force of each finger [N], lift [m], masses of egg and finger [kg], radius of the egg [m]. */
export const DATA = { force: 2, lift: 0.1, egg: 0.06, finger: 0.1, radius: 0.025 } as const
/** Gains of the controllers: force [-, 1/s], damping of a finger [N.s/m], height [1/s2, 1/s]. */
export const GAINS = { kp: 0.5, ki: 15, d: 30, kh: 100, kv: 20 } as const

const { radius } = DATA

/** Soft pads, and the shell of the egg. */
const soft = {
  coefficientOfRestitution: 0.2,
  slidingFrictionCoefficient: 0.7,
  rotationalResistanceCoefficient: 0.01,
}
const materials = {
  solidMaterials: {
    Silicone: { density: 1100, YoungsModulus: 1e6, PoissonsRatio: 0.48 },
    Shell: { density: 1000, YoungsModulus: 3e10, PoissonsRatio: 0.3 },
  },
  contactPairs: { 'Shell-Silicone': soft, 'Silicone-Silicone': soft },
}

const block = (lengthX: number, lengthY: number, lengthZ: number, mass: number, color: string) =>
  Solid({
    shape: Box({ lengthX, lengthY, lengthZ }),
    ...{ massProperties: mass, solidMaterial: 'Silicone', visualMaterial: { color }, collision: true },
  })

/** A finger on a rail of the hand, which `side` times x is closing it, and the controller of its force. */
function Finger(side: 1 | -1) {
  return Model({
    rail: Object3D({ parent: 'hand', translation: [-side * (radius + 0.02), -0.06, 0] }),
    pad: Object3D({ feature: block(0.01, 0.04, 0.02, DATA.finger, 'DarkOrange') }),
    slide: Prismatic({ obj1: 'rail', obj2: 'pad', axis: [side, 0, 0], f: expr`f` }),
    touch: ContactResult({ obj1: 'pad', obj2: 'egg' }),
    wanted: Var({ input: true, unit: 'N' }),
    f: Var({ unit: 'N', info: 'of the drive' }),
    sum: Var({ start: 0, unit: 'N.s' }),
    equations: equations`
      error = wanted - touch.normalForce
      # without contact, the drive closes with the wanted force against its damper
      der(sum) = if touch.normalForce > 0 then error else 0
      f = wanted + ${GAINS.kp}*error + ${GAINS.ki}*sum - ${GAINS.d}*slide.v
    `,
  })
}

export const EggGripper = Model3D({
  world: Object3D({ feature: Scene(materials) }),
  table: Object3D({
    ...{ parent: 'world', translation: [0, -0.01, 0] },
    feature: block(0.3, 0.02, 0.3, 1, 'LightSlateGrey'),
  }),
  egg: Object3D({
    ...{ parent: 'world', fixedToParent: false, translation: [0, radius, 0], orientation: 'quaternion' },
    feature: Solid({
      shape: Sphere({ diameter: 2 * radius }),
      ...{
        massProperties: DATA.egg,
        solidMaterial: 'DryWood',
        visualMaterial: { color: 'Ivory' },
        collision: true,
      },
    }),
  }),
  hand: Object3D({
    feature: Solid({ shape: Box({ lengthX: 0.16, lengthY: 0.02, lengthZ: 0.04 }), massProperties: 0.5 }),
  }),
  column: Prismatic({ obj1: 'world', obj2: 'hand', axis: 'y', s: { init: radius + 0.06 }, f: expr`drive` }),
  left: Finger(1),
  right: Finger(-1),

  force: Par({ value: 0, unit: 'N' }),
  height: Par({ value: 0, unit: 'm' }),
  path: Var({ init: [0, 0, 0], info: 'a smooth way to the height, by a filter of third order' }),
  drive: Var({ unit: 'N' }),
  equations: equations`
    left.wanted = force
    right.wanted = force
    der(path[1]) = path[2]
    der(path[2]) = path[3]
    der(path[3]) = 1000*(height - path[1]) - 300*path[2] - 30*path[3]
    drive = ${0.5 + 2 * DATA.finger + DATA.egg}*9.81 + 100*(${radius + 0.06} + path[1] - column.s) + 20*(path[2] - column.v)
  `,
  actions: function* (act) {
    yield act.set('force', DATA.force)
    yield act.waitUntil(
      (s) =>
        Math.min(s.value('left.touch.normalForce'), s.value('right.touch.normalForce')) > 0.95 * DATA.force,
    )
    yield act.wait(0.5)
    yield act.set('height', DATA.lift)
  },
})

export default EggGripper({})

/** Settings for `vario simulate` and `vario view`. */
export const experiment: Experiment = {
  stopTime: 4,
  plot: [
    ['egg.r_abs[2]', 'hand.r_abs[2]'],
    ['left.touch.normalForce', 'right.touch.normalForce'],
  ],
}

export function simulateEggGripper(): SignalTable {
  return simulate(EggGripper, { stopTime: 4, tolerance: 1e-7 })
}

if (isMain(import.meta.url)) {
  const result = simulateEggGripper()
  console.log(plotText(result, ['egg.r_abs[2]'], { height: 12 }))
  console.log(plotText(result, ['left.touch.normalForce'], { height: 12 }))
  const [, lifted] = result.finalVector('egg.r_abs')
  console.log(`The egg is ${((lifted - radius) * 1000).toFixed(2)} mm above the table.`)
}
