import { type CentralMass, readMass } from '../parts/index.ts'
import type { ObjectNode, Structure } from '../structure/index.ts'

/** What an object weighs; null: nothing. */
export type MassReader = (object: ObjectNode) => CentralMass | null

/** Reads what objects weigh, each once in a run: a shape of many triangles need not be integrated in every segment. */
export function createMassReader({ scene }: Structure): MassReader {
  const known = new WeakMap<ObjectNode, CentralMass | null>()
  return (object) => {
    let mass = known.get(object)
    if (mass === undefined) {
      mass = readMass(`${object.fullPath}.feature`, object.record.feature, scene.tables)
      known.set(object, mass)
    }
    return mass
  }
}
