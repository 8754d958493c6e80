/**
 * The four-bar with different lengths of the paper of 2018 (Fourbar2, figure 8), and its kinematic analysis. The length
 * of the third bar and the angle at its foot are measured in the initial configuration of the rest of the mechanism, so
 * that the mechanism closes for every size. A drive prescribes the angle of the first bar; no mass is needed.
 *
 *   npx tsx examples/four-bar-kinematics.ts
 */
import { type Experiment, equations, Model, Par, plotText, type SignalTable, simulate } from 'vario'
import { Position } from 'vario/library/rotational'
import { assemble, Model3D, Object3D, Revolute, RevoluteWithFlange, Scene } from 'vario/multibody'
import { isMain } from './support/is-main.ts'

/** A bar along x with its two ends. */
const Bar = (length: number) =>
  Model({
    obj0: Object3D(),
    obj1: Object3D({ parent: 'obj0', translation: [-length / 2, 0, 0] }),
    obj2: Object3D({ parent: 'obj0', translation: [length / 2, 0, 0] }),
  })

/** Amplitude [rad] and angular frequency [rad/s] of the drive. */
export const [AMPLITUDE, OMEGA] = [0.15, 2]

/** The mechanism with bars of `Lx` [m], on a base of twice that. */
export function createFourBar(Lx: number) {
  const half = Model3D({
    world: Object3D({ feature: Scene() }),
    pos1: Object3D({ parent: 'world', translation: [Lx / 2, 0, Lx / 2] }),
    pos2: Object3D({ parent: 'pos1', translation: [2 * Lx, 0, 0] }),
    bar1: Bar(Lx)(),
    bar2: Bar(Lx)(),
    rev1: RevoluteWithFlange({ obj1: 'pos1', obj2: 'bar1.obj1', phi: Math.PI / 2, w: Number.NaN }),
    rev2: Revolute({ obj1: 'bar1.obj2', obj2: 'bar2.obj1', phi: -Math.PI / 2 }),
    drive: Position({ exact: true }),
    amplitude: Par(AMPLITUDE, 'rad'),
    omega: Par(OMEGA, 'rad/s'),
    equations: equations`drive.phi_ref = ${Math.PI / 2} + amplitude*sin(omega*time)`,
    connect: [['drive.flange', 'rev1.flange']],
  })
  const start = assemble(half)
  return half.extend({
    bar3: Bar(start.distance('pos2', 'bar2.obj2'))(),
    rev3: Revolute({ obj1: 'bar3.obj2', obj2: 'bar2.obj2', phi: Number.NaN }),
    rev4: Revolute({ obj1: 'pos2', obj2: 'bar3.obj1', phi: start.planarAngle('pos2', 'bar2.obj2') }),
  })
}

/** The mechanism of the figure, and the settings for `vario simulate`. */
export default createFourBar(1)
export const experiment: Experiment = {
  stopTime: Math.PI,
  interval: Math.PI / 200,
  analysis: 'kinematic',
  plot: [['rev1.phi', 'rev4.phi']],
}

export function simulateFourBar(Lx = 1): SignalTable {
  return simulate(createFourBar(Lx), { stopTime: Math.PI, interval: Math.PI / 200, analysis: 'kinematic' })
}

if (isMain(import.meta.url)) console.log(plotText(simulateFourBar(), ['rev1.phi', 'rev4.phi']))
