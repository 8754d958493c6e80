import type { Dataset, File } from 'h5wasm'
import type { Signal, SignalTable } from '../../results/index.ts'
import { encodeText, joinBytes } from './bytes.ts'
import { checksumOfBytes } from './checksum.ts'
import { createHdf5 } from './hdf5-virtual-file.ts'
import { createSeal } from './seal.ts'
import { printHeader } from './table-header.ts'

/** Little-endian doubles, bytes, and texts of any length. */
const DOUBLE = '<d'
const BYTE = '<b'
const TEXT = 'S'
/**
 * Maximum number of datasets of a file with attached time axes. The library rewrites the list of all of them for each
 * new one: 6000 signals with 5 MB of values made a file of 78 MB in 15 s.
 */
const MAX_ATTACHED = 1000

/**
 * A table as an HDF5 file. Every signal is a dataset in the groups of its component: `rev.phi` is `/rev/phi`.
 *
 * | signal | dataset |
 * |---|---|
 * | over a time axis | doubles, points × size; booleans as bytes 0 and 1; dimension 0 has the name of the axis as label,
 * and the axis attached as scale in files of at most 1000 datasets |
 * | time axis | doubles, a dimension scale; attribute `segments`: first points of segments, 0-based |
 * | parameter, or a variable that never changes | its value: a number, bytes for booleans, a text, or an array |
 * | alias of a whole signal | a soft link to its dataset |
 * | negated alias, alias of elements | none; see the attribute `vario` |
 *
 * Attributes of datasets: `name` (the full one), `unit` (one text, or one per element), `kind`, `info`, `type` if it is
 * not a real signal, `missing` (path of a mask of bytes, 1 where a value is missing) and `axis` (name of the time
 * axis). Attributes of the file: `attributes` and `warnings` as JSON for others, `vario` as JSON with everything but
 * the values, and `vario.checksum`. The checksum of the whole file follows its end, which HDF5 ignores.
 */
export async function writeHdf5(table: SignalTable): Promise<Uint8Array> {
  const bytes = await createFile(table)
  return joinBytes([bytes, createSeal(checksumOfBytes(bytes))])
}

function createFile(table: SignalTable): Promise<Uint8Array> {
  return createHdf5((file) => {
    const paths = new DatasetPaths()
    const places = new Map<string, string>()
    const masks = new Map<string, string>()
    for (const name of table.names) {
      const signal = table.signal(name)
      if (signal.kind === 'alias' && !isLink(signal)) continue
      const path = paths.add(name)
      places.set(name, path)
      if (signal.kind !== 'alias' && hasValues(signal) && signal.missing !== undefined)
        masks.set(name, paths.addMask(path))
    }
    const header = printHeader(table, ({ name }) => ({
      values: places.get(name)!,
      ...(masks.has(name) ? { missing: masks.get(name)! } : {}),
    }))
    const { attributes, warnings = [] } = JSON.parse(header)
    writeText(file, 'vario', header)
    writeText(file, 'vario.checksum', String(checksumOfBytes(encodeText(header))))
    writeText(file, 'attributes', JSON.stringify(attributes))
    writeText(file, 'warnings', JSON.stringify(warnings))

    const groups = new Set<string>()
    for (const [name, path] of places) {
      for (const group of groupsOf(path)) {
        if (!groups.has(group)) file.create_group(group.slice(1))
        groups.add(group)
      }
      const signal = table.signal(name)
      if (signal.kind === 'alias') file.create_soft_link(places.get(signal.header.aliasOf!)!, path.slice(1))
      else writeSignal(file, signal, path, places, masks.get(name))
    }
  })
}

/** True if an alias has the unchanged values of another signal. */
function isLink({ header }: Signal): boolean {
  return header.sign === 1 && !header.aliasOf!.endsWith(']')
}

/** True if a signal has values that change with time. */
function hasValues({ header }: Signal): boolean {
  return header.constant === undefined && header.text === undefined
}

function writeSignal(
  file: File,
  signal: Signal,
  path: string,
  places: ReadonlyMap<string, string>,
  mask: string | undefined,
): void {
  const { header, size, kind, nPoint, info } = signal
  const name = path.slice(1)
  const shape = hasValues(signal) ? [nPoint, ...size] : [...size]
  const create = (as: string, data: Float64Array | Uint8Array, dtype: string): Dataset =>
    file.create_dataset({ name: as, data, shape, dtype })
  const dataset =
    header.text !== undefined
      ? file.create_dataset({ name, data: header.text, shape: [], dtype: TEXT })
      : header.type === 'boolean'
        ? create(name, toBytes(header.constant ?? signal.values), BYTE)
        : create(name, header.constant ?? signal.values, DOUBLE)

  writeText(dataset, 'name', signal.name)
  if (header.elementUnits === undefined) writeText(dataset, 'unit', signal.unit)
  else dataset.create_attribute('unit', [...header.elementUnits], [header.elementUnits.length], TEXT)
  writeText(dataset, 'kind', kind)
  writeText(dataset, 'info', info)
  if (header.type !== 'real') writeText(dataset, 'type', header.type)
  if (kind === 'time') {
    dataset.make_scale(signal.name)
    const { segmentStarts } = header.axis!
    dataset.create_attribute('segments', segmentStarts, [segmentStarts.length])
  } else if (hasValues(signal)) {
    const axis = header.axis!.name
    writeText(dataset, 'axis', axis)
    dataset.set_dimension_label(0, axis)
    if (places.size <= MAX_ATTACHED) dataset.attach_scale(0, places.get(axis)!)
  }
  if (mask === undefined) return
  writeText(dataset, 'missing', mask)
  create(mask.slice(1), signal.missing!, BYTE)
}

/** Booleans; missing values become 0. */
function toBytes(values: Float64Array): Uint8Array {
  return Uint8Array.from(values, (value) => (value === 1 ? 1 : 0))
}

function writeText(owner: File | Dataset, name: string, text: string): void {
  owner.create_attribute(name, text, [], TEXT)
}

/** Gives every signal a unique path; paths of components become groups: `rev.phi` is the dataset `/rev/phi`. */
class DatasetPaths {
  readonly #groups = new Set<string>()
  readonly #datasets = new Set<string>()

  /**
   * The path of a new dataset. Where the name of a signal is also that of a component, as in `a` and `a.b`, the second
   * one is in the root with its full name: `/a.b`. A path in use gets a number: `/a~2`.
   */
  add(name: string): string {
    const parts = name.split('.').map(cleanPart)
    const groups = parts.slice(0, -1).map((_, k) => `/${parts.slice(0, k + 1).join('/')}`)
    const path = `/${parts.join('/')}`
    const isFree = !this.#isTaken(path) && groups.every((group) => !this.#datasets.has(group))
    if (!isFree) return this.#addUnique(`/${parts.join('.')}`)
    for (const group of groups) this.#groups.add(group)
    this.#datasets.add(path)
    return path
  }

  /** The path of the mask of a dataset, beside it: `/rev/phi.missing`. */
  addMask(path: string): string {
    return this.#addUnique(`${path}.missing`)
  }

  #addUnique(path: string): string {
    let unique = path
    for (let k = 2; this.#isTaken(unique); k++) unique = `${path}~${k}`
    this.#datasets.add(unique)
    return unique
  }

  #isTaken(path: string): boolean {
    return this.#groups.has(path) || this.#datasets.has(path)
  }
}

/** Parent groups of a path, outermost first. */
function groupsOf(path: string): string[] {
  const parts = path.split('/').slice(1, -1)
  return parts.map((_, k) => `/${parts.slice(0, k + 1).join('/')}`)
}

/** A part of a name without the characters that HDF5 and UTF-8 forbid in names of links. */
function cleanPart(part: string): string {
  // a zero would terminate the name
  const clean = part.replaceAll('/', '\u2215').replace(/[\0\p{Surrogate}]/gu, '\ufffd')
  return clean === '' ? '_' : clean
}
