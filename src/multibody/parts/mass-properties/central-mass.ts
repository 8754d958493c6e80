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
  /** Text about doubtful values, which are valid in equations of motion. */
  readonly doubt?: string
}

/** Sources of the mass of a solid. */
export interface MassSource {
  readonly shape?: SolidShape
  readonly solidMaterial?: string | SolidMaterial
}

/** A kind of mass properties. */
export interface MassDefinition<R extends TaggedRecord = TaggedRecord> extends RecordDefinition<R> {
  /** The mass described by an evaluated record; `path` is that of the solid. */
  read(path: string, record: R, solid: MassSource, tables: MaterialTables): CentralMass
}

/** The shape from which the mass of a solid is computed. */
export function readShape(path: string, { shape }: MassSource): SolidShape {
  if (shape === undefined)
    throw new InputError(`${path}.shape`, 'a shape, because the mass properties are computed from it', shape)
  checkShape(`${path}.shape`, shape)
  return shape
}
