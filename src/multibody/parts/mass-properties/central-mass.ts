import { InputError } from '../../../base/index.ts'
import { checkShape, type SolidShape } from '../../../collision/index.ts'
import type { MaterialTables, SolidMaterial } from '../../../materials/index.ts'
import type { RecordDefinition, TaggedRecord } from '../../records/index.ts'

/** Mass, center of mass and inertia about it, in the frame of an object. */
export interface CentralMass {
  /** [kg] */
  readonly mass: number
  /** [m] (3) */
  readonly center: ArrayLike<number>
  /** [kg.m2], row-major (9) */
  readonly inertia: ArrayLike<number>
  /** What is doubtful about it, in words, although it can be computed with. */
  readonly doubt?: string
}

/** What the mass of a solid may come from. */
export interface MassSource {
  readonly shape?: SolidShape
  readonly solidMaterial?: string | SolidMaterial
}

/** A kind of mass properties. */
export interface MassDefinition<R extends TaggedRecord = TaggedRecord> extends RecordDefinition<R> {
  /** The mass that an evaluated record describes; `path` is that of the solid. */
  read(path: string, record: R, solid: MassSource, tables: MaterialTables): CentralMass
}

/** The shape of a solid whose mass comes from it. */
export function readShape(path: string, { shape }: MassSource): SolidShape {
  if (shape === undefined)
    throw new InputError(`${path}.shape`, 'a shape, from which the mass properties are computed', shape)
  checkShape(`${path}.shape`, shape)
  return shape
}
