/** Results and scenes for tests of the 3D view. */
import { type SceneDescription, toPlainScene } from '../../../src/animation/index.ts'
import { type Attributes, SignalTable } from '../../../src/results/index.ts'

/** Position [m] and, if it is not upright, orientation x y z w at each time. */
export interface Pose {
  readonly r: readonly number[]
  readonly q?: readonly number[]
}

/** A result with the motion of some objects, and a scene. */
export function createTable(
  times: readonly number[],
  motions: Readonly<Record<string, readonly Pose[]>>,
  scene: SceneDescription = createScene(Object.keys(motions)),
): SignalTable {
  const table = new SignalTable({ scene: toPlainScene(scene) as Attributes })
  table.addTime({ values: Float64Array.from(times) })
  for (const [path, poses] of Object.entries(motions)) {
    const values = [poses.flatMap(({ r }) => r), poses.flatMap(({ q }) => q ?? [0, 0, 0, 1])]
    table.add({ name: `${path}.r_abs`, unit: 'm', size: [3], values: Float64Array.from(values[0]) })
    table.add({ name: `${path}.q_abs`, size: [4], values: Float64Array.from(values[1]) })
  }
  return table
}

/** A scene with boxes of 1 m, one per object. */
export function createScene(
  paths: readonly string[],
  up: SceneDescription['up'] = [0, 0, 1],
): SceneDescription {
  return {
    up,
    parts: paths.map((path) => ({
      path,
      shape: { shape: 'Box', lengthX: 1, lengthY: 1, lengthZ: 1 },
      material: { color: 'red', transparency: 0, wireframe: false, shininess: 0.7, reflectsLight: true },
    })),
    objects: paths,
    joints: [],
  }
}
