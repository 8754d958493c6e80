/**
 * Two spacecraft dock: both move and rotate freely, and their ports meet with 0.3 m/s. The lock is perfectly plastic:
 * momentum and angular momentum are conserved, some energy is lost, and both rotate about their common center of mass
 * from then on. Later they separate again.
 *
 *   npx tsx examples/docking.ts
 */
import { type Experiment, plotText, type SignalTable, simulate } from 'vario'
import { Box, MassProperties, Model3D, NoGravityField, Object3D, Scene, Solid } from 'vario/multibody'
import { isMain } from './support/is-main.ts'

/** Masses [kg], moments of inertia about the axis z [kg.m2], and half of the lengths [m]. */
export const STATION = { mass: 4000, inertia: 9000, half: 2 }
export const CAPSULE = { mass: 600, inertia: 500, half: 1 }
/** Offset of the port of the station from its axis [m]. */
export const OFFSET = 0.8
/** Speed of the capsule [m/s]. */
export const SPEED = 0.3
/** Time of separation [s]. */
export const PARTING = 60

const solid = ({ mass, inertia, half }: typeof STATION, width: number, color: string) =>
  Solid({
    shape: Box({ lengthX: 2 * half, lengthY: width, lengthZ: width }),
    massProperties: MassProperties({ mass, Ixx: inertia / 3, Iyy: inertia, Izz: inertia }),
    visualMaterial: { color },
  })

export const Docking = Model3D({
  world: Object3D({
    feature: Scene({ gravityField: NoGravityField(), enableContactDetection: false, gap: 1e-3 }),
  }),
  station: Object3D({ parent: 'world', fixedToParent: false, feature: solid(STATION, 3, 'LightSlateGrey') }),
  port: Object3D({ parent: 'station', translation: [STATION.half, OFFSET, 0], lockable: true }),
  capsule: Object3D({
    parent: 'world',
    fixedToParent: false,
    assemblyRoot: true,
    translation: [STATION.half + 5 + CAPSULE.half, OFFSET, 0],
    velocity: [-SPEED, 0, 0],
    feature: solid(CAPSULE, 1.5, 'DarkOrange'),
  }),
  hatch: Object3D({ parent: 'capsule', translation: [-CAPSULE.half, 0, 0], lockable: true }),
  actions: function* (act) {
    const s = yield act.waitUntil((now) => now.distance('hatch', 'port') < 5e-4)
    yield act.attach('hatch', 'port', { impulse: true })
    yield act.wait(PARTING - s.time)
    yield act.release('hatch')
  },
})

/** Settings for `vario simulate`. */
export const experiment: Experiment = {
  stopTime: 80,
  tolerance: 1e-8,
  plot: [['station.r_abs[1]', 'capsule.r_abs[1]']],
}

export function simulateDocking(tolerance = 1e-8): SignalTable {
  return simulate(Docking, { stopTime: 80, tolerance })
}

if (isMain(import.meta.url)) {
  const result = simulateDocking()
  console.log(
    plotText(result, ['station.r_abs[1]', 'capsule.r_abs[1]'], { heading: 'Positions along x [m]' }),
  )
  const log = result.actions
  for (const { time, text, lostEnergy } of log)
    console.log(
      `${time.toFixed(3)} s: ${text}${lostEnergy === undefined ? '' : `, ${lostEnergy.toFixed(3)} J are lost`}`,
    )
}
