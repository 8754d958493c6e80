/** The materials of a scene: the common ones, and its own. They are not global state. */
import { assertFinite, assertKnownKeys, assertOneOf, assertPositive, InputError } from '../base/index.ts'
import { assertResponse, averagePairs, createPair, type Response } from './complete-pair.ts'
import { type ContactPair, type ContactPairs, contactPairs, type ElasticPair } from './contact-pair-table.ts'
import { type SolidMaterial, type SolidMaterials, solidMaterials } from './solid-materials.ts'
import { createVisualMaterial, type VisualMaterials, visualMaterials } from './visual-material.ts'

/** The materials of a scene. */
export interface MaterialTables {
  readonly solidMaterials: SolidMaterials
  readonly visualMaterials: VisualMaterials
  /** By `pairKey` of both names. */
  readonly contactPairs: ReadonlyMap<string, ContactPair<object>>
}

/** Materials that a scene adds, or replaces. */
export interface MaterialTableData {
  readonly solidMaterials?: SolidMaterials
  readonly visualMaterials?: VisualMaterials
  readonly contactPairs?: ContactPairs<object>
  /** Default response of pairs (default `'elastic'`). */
  readonly contactResponse?: Response
}

const SOLID_NAMES = [
  'density',
  'YoungsModulus',
  'PoissonsRatio',
  'meltingPoint',
  'specificHeatCapacity',
  'thermalConductivity',
  'linearThermalExpansionCoefficient',
] as const satisfies readonly (keyof SolidMaterial)[]

/**
 * The tables of a scene: its own `data` over the common ones. `path` is the place of the input, for example
 * `world.feature`.
 * @throws InputError that names path and material, for unknown keys and values out of range.
 */
export function createMaterialTables(path: string, data: MaterialTableData = {}): MaterialTables {
  for (const [name, material] of Object.entries(data.solidMaterials ?? {}))
    assertSolidMaterial(`${path}.solidMaterials.${name}`, material)
  for (const [name, material] of Object.entries(data.visualMaterials ?? {}))
    createVisualMaterial(`${path}.visualMaterials.${name}`, material)
  const allSolids = { ...solidMaterials, ...data.solidMaterials }
  const response = data.contactResponse ?? 'elastic'
  assertResponse(`${path}.contactResponse`, response)
  const known = createPairs('contactPairs', contactPairs, solidMaterials, response)
  const own = createPairs(`${path}.contactPairs`, data.contactPairs ?? {}, allSolids, response)
  return {
    solidMaterials: allSolids,
    visualMaterials: { ...visualMaterials, ...data.visualMaterials },
    contactPairs: new Map([...known, ...own]),
  }
}

/**
 * A solid material by name. `path` is the place of the name in the input.
 * @throws InputError that lists the names and suggests the nearest.
 */
export function findSolidMaterial(path: string, tables: MaterialTables, name: string): SolidMaterial {
  assertOneOf(path, name, Object.keys(tables.solidMaterials))
  return tables.solidMaterials[name]
}

/**
 * The contact properties of the materials `a` and `b`, in either order. If the tables lack the pair, but have both
 * materials with themselves: the mean of all values, or an observer if one of them is an observer. Otherwise
 * `undefined`.
 */
export function findContactPair(
  tables: MaterialTables,
  a: string,
  b: string,
): ContactPair<object> | undefined {
  const pair = tables.contactPairs.get(pairKey(a, b))
  if (pair !== undefined) return pair
  const selfA = tables.contactPairs.get(pairKey(a, a))
  const selfB = tables.contactPairs.get(pairKey(b, b))
  if (selfA === undefined || selfB === undefined) return undefined
  if (selfA.response === 'observer') return selfA
  if (selfB.response === 'observer') return selfB
  return averagePairs(selfA as ElasticPair<object>, selfB as ElasticPair<object>)
}

/** Checks the input of a material; all values are optional. */
export function assertSolidMaterial(path: string, material: unknown): asserts material is SolidMaterial {
  assertKnownKeys(path, material, SOLID_NAMES, 'only the names')
  for (const name of SOLID_NAMES) {
    const value = material[name]
    if (value === undefined) continue
    const valuePath = `${path}.${name}`
    if (name === 'PoissonsRatio') {
      assertFinite(valuePath, value)
      if (!(value > 0 && value < 0.5)) throw new InputError(valuePath, 'a number > 0 and < 0.5', value)
    } else if (name === 'linearThermalExpansionCoefficient') assertFinite(valuePath, value)
    else assertPositive(valuePath, value)
  }
}

/** Completes and checks the pairs of a table, whose names are those of `materials`. */
function createPairs(
  path: string,
  pairs: ContactPairs<object>,
  materials: SolidMaterials,
  response: Response,
): Map<string, ContactPair<object>> {
  const result = new Map<string, ContactPair<object>>()
  for (const [names, data] of Object.entries(pairs)) {
    const pairPath = `${path}['${names}']`
    const key = pairKey(...splitPair(pairPath, names, materials))
    if (result.has(key)) throw new InputError(pairPath, 'each pair only once, in one of both orders', names)
    result.set(key, createPair(pairPath, data, response))
  }
  return result
}

/**
 * The two materials of 'Steel-DryWood'. Names of materials may have hyphens themselves ('Ti-6Al-4V'): both must be
 * known.
 */
function splitPair(path: string, names: string, materials: SolidMaterials): [string, string] {
  const words = names.split('-')
  for (let i = 1; i < words.length; i++) {
    const a = words.slice(0, i).join('-')
    const b = words.slice(i).join('-')
    if (Object.hasOwn(materials, a) && Object.hasOwn(materials, b)) return [a, b]
  }
  if (words.length !== 2)
    throw new InputError(path, "the names of two solid materials with a hyphen between them, 'A-B'", names)
  // one of both is unknown: the message lists the names, and suggests one
  for (const name of words) assertOneOf(path, name, Object.keys(materials))
  return [words[0], words[1]]
}

/** Equal for both orders; any characters may occur in the names. */
function pairKey(a: string, b: string): string {
  return JSON.stringify(a < b ? [a, b] : [b, a])
}
