/**
 * Inverse kinematics of an arm with six axes: the angles that place the upright tool at points of a circle. Each point
 * starts from the angles of the previous one, so that the arm stays on its branch. The last point is out of reach.
 *
 *   npx tsx examples/inverse-kinematics.ts
 */
import { VarioError } from 'vario'
import { assemble, Model3D, Object3D, Revolute, Scene } from 'vario/multibody'
import { isMain } from './support/is-main.ts'

/** Height of the shoulder, lengths of upper arm, lower arm and tool [m]. */
export const [HEIGHT, UPPER, LOWER, TOOL] = [0.4, 0.5, 0.4, 0.1]

/** The wrist is the intersection of axes 4, 5 and 6. */
export const Arm = Model3D({
  world: Object3D({ feature: Scene() }),
  column: Object3D(),
  shoulder: Object3D({ parent: 'column', translation: [0, 0, HEIGHT] }),
  upper: Object3D(),
  elbow: Object3D({ parent: 'upper', translation: [UPPER, 0, 0] }),
  lower: Object3D(),
  wrist: Object3D({ parent: 'lower', translation: [LOWER, 0, 0] }),
  roll: Object3D(),
  pitch: Object3D(),
  hand: Object3D(),
  tool: Object3D({ parent: 'hand', translation: [TOOL, 0, 0] }),
  axis1: Revolute({ obj1: 'world', obj2: 'column', axis: 'z' }),
  axis2: Revolute({ obj1: 'shoulder', obj2: 'upper', axis: 'y', phi: { start: -0.6 } }),
  axis3: Revolute({ obj1: 'elbow', obj2: 'lower', axis: 'y', phi: { start: 1.2 } }),
  axis4: Revolute({ obj1: 'wrist', obj2: 'roll', axis: 'x' }),
  axis5: Revolute({ obj1: 'roll', obj2: 'pitch', axis: 'y', phi: { start: 0.9 } }),
  axis6: Revolute({ obj1: 'pitch', obj2: 'hand', axis: 'x' }),
})

const AXES = ['axis1.phi', 'axis2.phi', 'axis3.phi', 'axis4.phi', 'axis5.phi', 'axis6.phi']
const LIMITS = Object.fromEntries(AXES.map((name) => [name, [-2.9, 2.9] as const]))

/** Center and radius of the circle [m]. */
export const [CENTER, RADIUS] = [[0.55, 0, 0.3], 0.1]

/** Point k of n on the circle [m]. */
export function locatePoint(k: number, n: number): number[] {
  const angle = (2 * Math.PI * k) / n
  return [CENTER[0] + RADIUS * Math.cos(angle), CENTER[1] + RADIUS * Math.sin(angle), CENTER[2]]
}

/** Angles of the axes at n points of the circle, with the tool pointing downwards [rad]. */
export function followCircle(n: number): Record<string, number>[] {
  const path: Record<string, number>[] = []
  for (let k = 0; k < n; k++) {
    const target = { translation: locatePoint(k, n), rotation: [0, Math.PI / 2, 0] }
    const found = assemble(Arm, { tool: target }, { limits: LIMITS, ...(k > 0 && { start: path[k - 1] }) })
    path.push(Object.fromEntries(AXES.map((name) => [name, found.value(name)])))
  }
  return path
}

/** Distance of a point beyond the reach [m]. */
export function measureReach(translation: readonly number[]): number {
  return assemble(Arm, { tool: { translation } }, { nearest: true }).targets.tool.distance
}

if (isMain(import.meta.url)) {
  for (const angles of followCircle(12))
    console.log(AXES.map((name) => angles[name].toFixed(4).padStart(8)).join(' '))
  try {
    assemble(Arm, { tool: { translation: [2, 0, HEIGHT] } })
  } catch (error) {
    if (error instanceof VarioError) console.log(error.message)
  }
}
