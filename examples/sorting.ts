/**
 * A sorting line: parcels float on a table with air cushions, past a light barrier that only tall ones interrupt. Each
 * time it is interrupted, a program waits until the parcel is in front of the pusher, and lets it kick the parcel off the
 * line.
 *
 *   npx tsx examples/sorting.ts
 */
import { type Experiment, equations, expr, Par, plotText, type SignalTable, simulate, Var } from 'vario'
import {
  Box,
  Model3D,
  NoGravityField,
  Object3D,
  Prismatic,
  RangeSensor,
  Scene,
  Solid,
  when,
} from 'vario/multibody'
import { isMain } from './support/is-main.ts'

/** Speed of the line [m/s], edge of a parcel and heights [m], places of light barrier and pusher [m]. */
export const DATA = {
  speed: 0.5,
  edge: 0.1,
  tall: 0.3,
  low: 0.15,
  barrier: 0,
  pusher: 0.4,
  mass: 0.2,
} as const
/** Starts of the parcels [m], and which of them are tall. */
export const PARCELS = [
  { x: -0.3, isTall: true },
  { x: -0.7, isTall: false },
  { x: -1.1, isTall: true },
  { x: -1.5, isTall: false },
] as const

function Parcel({ x, isTall }: { readonly x: number; readonly isTall: boolean }) {
  const height = isTall ? DATA.tall : DATA.low
  return Object3D({
    ...{
      parent: 'world',
      fixedToParent: false,
      translation: [x, height / 2, 0],
      velocity: [DATA.speed, 0, 0],
    },
    feature: Solid({
      shape: Box({ lengthX: DATA.edge, lengthY: height, lengthZ: DATA.edge }),
      ...{ massProperties: DATA.mass, solidMaterial: 'DryWood', collision: true },
      visualMaterial: { color: isTall ? 'DarkOrange' : 'SteelBlue' },
    }),
  })
}

export const SortingLine = Model3D({
  // air cushions carry the parcels: seen from above, there is no gravity
  world: Object3D({ feature: Scene({ gravityField: NoGravityField() }) }),
  parcels: PARCELS.map(Parcel),
  lamp: Object3D({ parent: 'world', translation: [DATA.barrier, 0.2, -0.3] }),
  barrier: RangeSensor({ object: 'lamp', axis: 'z', maximumRange: 0.6 }),

  plate: Object3D({
    feature: Solid({
      shape: Box({ lengthX: 0.08, lengthY: 0.1, lengthZ: 0.02 }),
      ...{ massProperties: 1, solidMaterial: 'DryWood', collision: true },
    }),
  }),
  mount: Object3D({ parent: 'world', translation: [DATA.pusher, 0.1, -0.1] }),
  cylinder: Prismatic({ obj1: 'mount', obj2: 'plate', axis: 'z', f: expr`f` }),
  stroke: Par({ value: 0, unit: 'm' }),
  f: Var({ unit: 'N' }),
  count: Var({ start: 0 }),
  equations: equations`
    f = 400*(stroke - cylinder.s) - 40*cylinder.v
    isInterrupted = barrier.distance < 0.59
    when isInterrupted then count = pre(count) + 1 end
  `,
  sort: when('isInterrupted', function* (act) {
    // the front of the parcel is at the barrier now, its middle comes to the pusher later
    yield act.wait((DATA.pusher - DATA.barrier + DATA.edge / 2) / DATA.speed)
    yield act.set('stroke', 0.15)
    yield act.waitUntil((s) => s.jointPosition('cylinder') > 0.1)
    yield act.set('stroke', 0)
  }),
})

export default SortingLine({})

/** Settings for `vario simulate` and `vario view`. */
export const experiment: Experiment = { stopTime: 5, plot: [['cylinder.s'], ['count']] }

export function simulateSorting(): SignalTable {
  return simulate(SortingLine, { stopTime: 5, tolerance: 1e-7, interval: 0.01 })
}

if (isMain(import.meta.url)) {
  const result = simulateSorting()
  console.log(plotText(result, ['parcels[1].r_abs[3]', 'parcels[3].r_abs[3]', 'cylinder.s'], { height: 14 }))
  const off = PARCELS.map((_, k) => result.finalVector(`parcels[${k + 1}].r_abs`)[2] > 0.2)
  console.log(
    `${result.final('count')} of ${PARCELS.length} parcels were tall; off the line: ${off.join(', ')}.`,
  )
}
