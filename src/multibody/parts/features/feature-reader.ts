import type { MaterialTables } from '../../../materials/index.ts'
import type { CentralMass } from '../mass-properties/index.ts'
import type { ContactShapes } from './feature-definition.ts'
import { type Feature, readContact, readMass } from './features.ts'

/**
 * Reads mass properties and contact shapes of features once per run: segments, and all instances of a pool, share their
 * records.
 */
export class FeatureReader {
  private readonly masses = new Map<Feature, CentralMass | null>()
  private readonly contacts = new Map<Feature, ContactShapes | null>()

  constructor(private readonly tables: MaterialTables) {}

  /** The path is that of the feature. */
  readMass(path: string, feature: Feature | undefined): CentralMass | null {
    return readOnce(this.masses, feature, () => readMass(path, feature, this.tables))
  }

  readContact(path: string, feature: Feature | undefined): ContactShapes | null {
    return readOnce(this.contacts, feature, () => readContact(path, feature, this.tables))
  }
}

function readOnce<T>(known: Map<Feature, T>, feature: Feature | undefined, read: () => T): T {
  if (feature === undefined) return read()
  const found = known.get(feature)
  if (found !== undefined) return found
  const value = read()
  known.set(feature, value)
  return value
}
