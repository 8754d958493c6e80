/** Two bodies in space whose joint is replaced. */
import type { SignalTable } from 'vario'
import { MassProperties, Model3D, NoGravityField, Object3D, Scene, Solid } from 'vario/multibody'

export type Matrix = readonly (readonly number[])[]

export const INERTIA_A = { mass: 2, Ixx: 0.3, Iyy: 0.4, Izz: 0.5, Ixy: 0.05, Ixz: -0.03, Iyz: 0.02 }
export const INERTIA_B = { mass: 1.3, Ixx: 0.2, Iyy: 0.15, Izz: 0.3, Ixy: -0.02, Ixz: 0.01, Iyz: 0.03 }
export const solid = (inertia: object) => Solid({ massProperties: MassProperties(inertia) })
export const scene = Object3D({
  feature: Scene({ enableContactDetection: false, gravityField: NoGravityField() }),
})
export const FREE_A = {
  ...{ parent: 'world', fixedToParent: false, assemblyRoot: true, translation: [0.2, -0.1, 0.4] },
  ...{ velocity: [0.1, 0.2, 0.3], angularVelocity: [0.5, -0.4, 0.3], rotation: [0.1, 0.2, 0.3] },
}
export const PORT_A = { parent: 'a', translation: [0.5, 0.1, 0], rotation: [0.3, 0.1, 0.2] }
export const PORT_B = { parent: 'b', translation: [-0.4, 0, 0.2], rotation: [0.1, 0.5, 0.2] }

/** Two bodies in space; a joint connects their ports. */
export const pair = (members: object) =>
  Model3D({
    world: scene,
    a: Object3D({ ...FREE_A, feature: solid(INERTIA_A) }),
    b: Object3D({ feature: solid(INERTIA_B) }),
    pa: Object3D(PORT_A),
    pb: Object3D(PORT_B),
    ...members,
  })

export const ends = { obj1: 'pa', obj2: 'pb' }
export const records = (result: SignalTable) =>
  result.attributes.actions as readonly { readonly text: string; readonly lostEnergy?: number }[]
export const final = (result: SignalTable, name: string) => Array.from(result.finalVector(name))
export const largestDifference = (a: readonly number[], b: readonly number[]): number =>
  Math.max(...a.map((x, i) => Math.abs(x - b[i])))

export function messageOf(run: () => unknown): string {
  try {
    run()
  } catch (error) {
    return (error as Error).message
  }
  return 'no error'
}

export const axis = [1, 2, 3].map((x) => x / Math.sqrt(14))
export const e1 = [0.6, 0.8, 0]
