import type { ConvexShape } from '../../../collision/index.ts'
import type { MaterialTables } from '../../../materials/index.ts'
import type { RecordDefinition, TaggedRecord } from '../../records/index.ts'
import type { CentralMass } from '../mass-properties/index.ts'
import type { Look } from './look.ts'

/** A kind of feature. Missing functions: its objects have no such property. `path` is that of the feature. */
export interface FeatureDefinition<R extends TaggedRecord = TaggedRecord> extends RecordDefinition<R> {
  /** Mass properties; null: no mass. */
  readMass?(path: string, record: R, tables: MaterialTables): CentralMass | null
  /** Contact shapes; null: no collisions. */
  readContact?(path: string, record: R, tables: MaterialTables): ContactShapes | null
  /** Look; null: not drawn. */
  readLook?(path: string, record: R, tables: MaterialTables): Look | null
}

/** Contact shapes of a feature. */
export interface ContactShapes {
  /** Name of a solid material. */
  readonly material: string
  readonly shapes: readonly ConvexShape[]
}
