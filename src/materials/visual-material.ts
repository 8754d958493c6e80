/** Visual properties. */
import { assertFinite, assertKnownKeys, describe, InputError, suggestName } from '../base/index.ts'
import { type Color, parseColor } from './color.ts'

/** Visual properties of a thing. Defaults: `color` = 'blue', `shininess` = 0.7, `reflectsLight` = true, all else 0. */
export interface VisualMaterial {
  readonly color: Color
  /** 0: opaque, 1: invisible. */
  readonly transparency: number
  /** Only the edges of the triangles are drawn. */
  readonly wireframe: boolean
  /** 0: dull, 1: highly polished. */
  readonly shininess: number
  /** True if lighting affects the color; without it the color is the same on all sides. */
  readonly reflectsLight: boolean
}

/** Visual materials by name. */
export type VisualMaterials = Readonly<Record<string, Partial<VisualMaterial>>>

const DEFAULTS: VisualMaterial = {
  color: 'blue',
  transparency: 0,
  wireframe: false,
  shininess: 0.7,
  reflectsLight: true,
}

/** The visual materials of every scene; materials of a scene override them. */
export const visualMaterials: VisualMaterials = {
  Red: { color: 'red', shininess: 1 },
  RedTransparent: { color: 'red', transparency: 0.7, shininess: 1 },
  GreenTransparent: { color: 'lime', transparency: 0.7, shininess: 1 },
  BlueTransparent: { color: 'blue', transparency: 0.7, shininess: 1 },
}

/**
 * The complete material of an input: a name of `table`, or data.
 * @throws InputError that names `path`, for unknown names (with a suggestion) and values out of range.
 */
export function findVisualMaterial(
  path: string,
  table: VisualMaterials,
  material: string | Partial<VisualMaterial> = {},
): VisualMaterial {
  if (typeof material !== 'string') return createVisualMaterial(path, material)
  if (Object.hasOwn(table, material)) return createVisualMaterial(path, table[material])
  const names = Object.keys(table)
  const suggestion = suggestName(material, names)
  throw new InputError(path, `a visual material: ${names.map(describe).join(' | ')}${suggestion}`, material)
}

/** Completes and checks a material. */
export function createVisualMaterial(path: string, data: Partial<VisualMaterial>): VisualMaterial {
  assertKnownKeys(path, data, Object.keys(DEFAULTS), 'only the names')
  const { color, transparency, wireframe, shininess, reflectsLight } = { ...DEFAULTS, ...data }
  assertFraction(`${path}.transparency`, transparency)
  assertFraction(`${path}.shininess`, shininess)
  assertBoolean(`${path}.wireframe`, wireframe)
  assertBoolean(`${path}.reflectsLight`, reflectsLight)
  return Object.freeze({
    color: parseColor(`${path}.color`, color),
    transparency,
    wireframe,
    shininess,
    reflectsLight,
  })
}

function assertFraction(path: string, value: unknown): void {
  assertFinite(path, value)
  if (value < 0 || value > 1) throw new InputError(path, 'a number between 0 and 1', value)
}

function assertBoolean(path: string, value: unknown): void {
  if (typeof value !== 'boolean') throw new InputError(path, 'true or false', value)
}
