/**
 * The tables of materials in the guides to 3D mechanics and to collision, generated from the data.
 *
 *   npx tsx tests/support/material-tables.ts     writes them again
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { contactPairs, solidMaterials, visualMaterials } from 'vario/multibody'
import { formatMarkdownTable, replaceMarkedTable } from './markdown-table.ts'
import { ROOT } from './project.ts'

type Row = Readonly<Record<string, unknown>>

/** Columns by their headers: name of the value in the data. */
type Columns = Readonly<Record<string, string>>

const SOLID: Columns = {
  'density [kg/m³]': 'density',
  "Young's modulus [Pa]": 'YoungsModulus',
  "Poisson's ratio": 'PoissonsRatio',
  'melting point [K]': 'meltingPoint',
  'specific heat [J/(kg.K)]': 'specificHeatCapacity',
  'thermal conductivity [W/(m.K)]': 'thermalConductivity',
  'thermal expansion [1/K]': 'linearThermalExpansionCoefficient',
}

const PAIRS: Columns = {
  restitution: 'coefficientOfRestitution',
  'sliding friction': 'slidingFrictionCoefficient',
  'rotational resistance': 'rotationalResistanceCoefficient',
  response: 'response',
}

const VISUAL: Columns = { color: 'color', transparency: 'transparency', shininess: 'shininess' }

/** Documents by path, with the tables of the current data. */
export function renewMaterialTables(): ReadonlyMap<string, string> {
  const pairs = Object.fromEntries(
    Object.entries(contactPairs).map(([names, pair]) => [names, { response: 'elastic', ...pair }]),
  )
  return new Map([
    renew('docs/multibody.md', {
      solidMaterials: createTable('solid material', SOLID, solidMaterials),
      visualMaterials: createTable('visual material', VISUAL, visualMaterials),
    }),
    renew('docs/collision.md', { contactPairs: createTable('pair', PAIRS, pairs) }),
  ])
}

function renew(path: string, tables: Readonly<Record<string, string>>): [path: string, text: string] {
  let text = readFileSync(join(ROOT, path), 'utf8')
  for (const [name, table] of Object.entries(tables)) text = replaceMarkedTable(text, name, table)
  return [path, text]
}

function createTable(title: string, columns: Columns, data: Readonly<Record<string, object>>): string {
  const rows = Object.entries(data).map(([name, row]) => [
    `\`${name}\``,
    ...Object.values(columns).map((key) => printValue((row as Row)[key])),
  ])
  return formatMarkdownTable([title, ...Object.keys(columns)], rows)
}

function printValue(value: unknown): string {
  if (value === undefined) return ''
  if (typeof value !== 'number') return String(value)
  const isPlain = value === 0 || (Math.abs(value) >= 1e-3 && Math.abs(value) < 1e5)
  return isPlain ? String(value) : value.toExponential()
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const [path, text] of renewMaterialTables()) writeFileSync(join(ROOT, path), text)
}
