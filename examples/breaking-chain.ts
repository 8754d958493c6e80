/**
 * A chain that breaks: eight links fall from the horizontal, fixed at one end. A joint whose load exceeds its limit is
 * removed, and the links below it continue as a separate chain. The joint and the time of the break result from the
 * run.
 *
 *   npx tsx examples/breaking-chain.ts
 */
import { type Experiment, Model, plotText, type SignalTable, simulate } from 'vario'
import { Box, Model3D, Object3D, printTree, Revolute, Scene, Solid, when } from 'vario/multibody'
import { isMain } from './support/is-main.ts'

export const N_LINK = 8
export const LENGTH = 0.2
/** Maximum load of joint k [N]: the fourth one is rusty. */
export const limitOf = (k: number) => (k === 4 ? 30 : 90)

const Link = Model({
  top: Object3D(),
  bar: Object3D({
    parent: 'top',
    translation: [LENGTH / 2, 0, 0],
    feature: Solid({
      shape: Box({ lengthX: LENGTH, lengthY: 0.02, lengthZ: 0.02 }),
      solidMaterial: 'Steel',
      visualMaterial: { color: 'LightSlateGrey' },
    }),
  }),
  tip: Object3D({ parent: 'top', translation: [LENGTH, 0, 0] }),
})

const numbers = Array.from({ length: N_LINK }, (_, k) => k + 1)

/** Joint k holds link k, and breaks if its load is too high. */
const joints = numbers.map((k) => [
  [
    `joint${k}`,
    Revolute({ obj1: k === 1 ? 'world' : `links[${k - 1}].tip`, obj2: `links[${k}].top`, axis: 'z' }),
  ],
  [
    `breaks${k}`,
    when(
      (s) => Math.hypot(...s.jointForce(`joint${k}`).force) > limitOf(k),
      (act) => act.disconnect(`joint${k}`),
    ),
  ],
])

export const Chain = Model3D({
  world: Object3D({ feature: Scene({ enableContactDetection: false }) }),
  links: numbers.map(() => Link()),
  ...Object.fromEntries(joints.flat()),
})

/** Settings for `vario simulate`. */
export const experiment: Experiment = {
  stopTime: 1.2,
  tolerance: 1e-8,
  interval: 0.005,
  plot: ['world.totalEnergy'],
}

export function simulateChain(tolerance = 1e-8): SignalTable {
  return simulate(Chain, { stopTime: 1.2, tolerance, interval: 0.005 })
}

if (isMain(import.meta.url)) {
  const result = simulateChain()
  const tips = ['links[1].tip.r_abs[2]', `links[${N_LINK}].tip.r_abs[2]`]
  console.log(plotText(result, tips, { heading: 'Heights of the first and of the last tip [m]' }))
  const { actions, segments } = result
  for (const { time, text } of actions) console.log(`${time.toFixed(4)} s: ${text}`)
  console.log(printTree(segments[segments.length - 1].tree!))
}
