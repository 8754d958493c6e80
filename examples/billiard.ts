/**
 * A billiard break with 16 balls (thesis 8.2): the cue ball slides, begins to roll, and breaks the rack. Every impact
 * is located in time, and contacts follow the laws of their materials.
 *
 *   npx tsx examples/billiard.ts
 */
import { type Experiment, instantiate, type SignalTable } from 'vario'
import { Box, Model3D, Object3D, Scene, Solid, Sphere, UniformGravityField } from 'vario/multibody'
import { isMain } from './support/is-main.ts'

/** Radius of the balls [m]; minimum distance between them in the rack [m]. */
const DIAMETER = 0.06
const GAP = 1e-4
/** Length, width and thickness of the table [m]. */
const TABLE = [2.24, 1.12, 0.05]
/** Cushions: their upper edge above the table, width and thickness of their noses [m]. */
const HEIGHT = 0.7 * DIAMETER
const [NOSE, THICKNESS] = [0.075, HEIGHT / 3]

const colors = ['white', 'gold', 'blue', 'red', 'purple', 'orange', 'darkgreen', 'brown', 'black']

function ball(index: number, x: number, y: number, velocity = [0, 0, 0]) {
  return Object3D({
    parent: 'world',
    fixedToParent: false,
    translation: [x, y, DIAMETER / 2],
    velocity,
    feature: Solid({
      shape: Sphere({ diameter: DIAMETER }),
      solidMaterial: 'BilliardBall',
      collision: true,
      visualMaterial: { color: colors[index % colors.length] },
    }),
  })
}

function fixed(position: number[], lengths: number[], solidMaterial: string, color: string) {
  const [lengthX, lengthY, lengthZ] = lengths
  return Object3D({
    parent: 'world',
    translation: position,
    feature: Solid({
      shape: Box({ lengthX, lengthY, lengthZ }),
      solidMaterial,
      collision: true,
      visualMaterial: { color },
    }),
  })
}

/** The rack: five rows, the first ball on the axis of the table. */
function createBalls(): Record<string, unknown> {
  const balls: Record<string, unknown> = { ball0: ball(0, -0.8, -0.1, [3, 0.1, 0]) }
  const pitch = DIAMETER + GAP
  for (let row = 0, i = 1; row < 5; row++) {
    for (let k = 0; k <= row; k++, i++) {
      balls[`ball${i}`] = ball(i, TABLE[0] / 6 + row * pitch * Math.sqrt(0.75), (row / 2 - k) * pitch)
    }
  }
  return balls
}

const [length, width, depth] = TABLE
const cushion = (x: number, y: number, lengthX: number, lengthY: number) =>
  fixed([x, y, HEIGHT - THICKNESS / 2], [lengthX, lengthY, THICKNESS], 'BilliardCushion', 'darkolivegreen')

export const Billiard = Model3D({
  world: Object3D({ feature: Scene({ gravityField: UniformGravityField({ n: [0, 0, -1] }) }) }),
  table: fixed([0, 0, -depth / 2], TABLE, 'BilliardTable', 'seagreen'),
  left: cushion(-length / 2 + NOSE / 2, 0, NOSE, width),
  right: cushion(length / 2 - NOSE / 2, 0, NOSE, width),
  front: cushion(0, -width / 2 + NOSE / 2, length, NOSE),
  back: cushion(0, width / 2 - NOSE / 2, length, NOSE),
  ...createBalls(),
})

/** Settings for `vario simulate`. */
export const experiment: Experiment = {
  stopTime: 2,
  interval: 0.02,
  plot: ['ball0.r_abs[1:2]', 'world.totalEnergy'],
}

/** The break; the rack is hit after 0.55 s. */
export function simulateBilliard(stopTime = 2): SignalTable {
  return instantiate(Billiard, { name: 'Billiard' }).simulate({ stopTime, interval: 0.02 })
}

if (isMain(import.meta.url)) {
  const begin = performance.now()
  const result = simulateBilliard()
  const seconds = (performance.now() - begin) / 1000
  const energy = result.values('world.totalEnergy')
  const { contacts } = result
  console.log(`2 s of a billiard break in ${seconds.toFixed(1)} s: ${contacts.length} contacts.`)
  console.log(
    `Energy: ${energy[0].toFixed(4)} J at the start, ${energy[energy.length - 1].toFixed(4)} J at the end,`,
  )
  console.log(`        ${result.final('world.dissipatedEnergy').toFixed(4)} J dissipated.`)
}
