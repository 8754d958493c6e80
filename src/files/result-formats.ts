import { InputError, nearestName } from '../base/index.ts'

/** Extensions of result files, without the dot. */
export type ResultExtension = 'json' | 'csv' | 'vario' | 'parquet' | 'h5' | 'hdf5' | 'vstream'

/** A kind of result file. */
export interface ResultFormat {
  readonly name: string
  /** Extensions of such files, without the dot; the first one is the default. */
  readonly extensions: readonly ResultExtension[]
  /** One line: its purpose, and the data that it omits. */
  readonly description: string
  readonly isReadable: boolean
  readonly isWritable: boolean
}

const BOTH = { isReadable: true, isWritable: true }

/** All kinds of result files. */
export const RESULT_FORMATS: readonly ResultFormat[] = [
  {
    ...{ name: 'JSON', extensions: ['json'], ...BOTH },
    description: 'text that keeps everything, one line per signal',
  },
  {
    ...{ name: 'CSV', extensions: ['csv'], ...BOTH },
    description:
      'values and units of the first time axis, for spreadsheets; no parameters, kinds, attributes',
  },
  {
    ...{ name: 'Vario binary', extensions: ['vario'], ...BOTH },
    description: 'keeps everything; the fastest, for tables of any size',
  },
  {
    ...{ name: 'Parquet', extensions: ['parquet'], ...BOTH },
    description: 'keeps everything; compressed; a table for pandas, Polars, DuckDB, …',
  },
  {
    ...{ name: 'HDF5', extensions: ['h5', 'hdf5'], ...BOTH },
    description: 'keeps everything; datasets in groups of components, for h5py, MATLAB, …',
  },
  {
    ...{ name: 'Vario stream', extensions: ['vstream'], isReadable: true, isWritable: false },
    description: 'written during a run; values are read from disk on demand',
  },
]

const EXTENSIONS = RESULT_FORMATS.flatMap(({ extensions }) => extensions)

/** The extension of a file name or path that gives the format of a result file; an error lists all. */
export function resultExtensionOf(path: string): ResultExtension {
  const found = /\.([^./\\]+)$/.exec(path)?.[1] ?? ''
  const extension = EXTENSIONS.find((item) => item === found.toLowerCase())
  if (extension !== undefined) return extension
  const nearest = nearestName(found.toLowerCase(), EXTENSIONS)
  const hint = nearest === undefined ? '' : ` (did you mean .${nearest}?)`
  throw new InputError(path, `a file name that ends in ${listExtensions()}${hint}`, found && `.${found}`)
}

/** The format with an extension. */
export function findFormat(extension: ResultExtension): ResultFormat {
  const format = RESULT_FORMATS.find(({ extensions }) => extensions.includes(extension))
  if (format === undefined) throw new InputError('format', EXTENSIONS.join(' | '), extension)
  return format
}

/** First bytes of files. */
const SIGNATURES: readonly { readonly extension: ResultExtension; readonly bytes: readonly number[] }[] = [
  { extension: 'vario', bytes: [0x56, 0x41, 0x52, 0x49, 0x4f, 0x53, 0x49, 0x47] },
  { extension: 'vstream', bytes: [0x56, 0x41, 0x52, 0x49, 0x4f, 0x53, 0x54, 0x52] },
  { extension: 'parquet', bytes: [0x50, 0x41, 0x52, 0x31] },
  { extension: 'h5', bytes: [0x89, 0x48, 0x44, 0x46, 0x0d, 0x0a, 0x1a, 0x0a] },
]

/** The format with these first bytes; undefined: a text, or an unknown format. */
export function recogniseFormat(bytes: Uint8Array): ResultFormat | undefined {
  const found = SIGNATURES.find((signature) => signature.bytes.every((byte, i) => bytes[i] === byte))
  return found && findFormat(found.extension)
}

/** True if files of a format start with a signature. */
export function hasSignature(format: ResultFormat): boolean {
  return SIGNATURES.some(({ extension }) => format.extensions.includes(extension))
}

/** `.json, .csv or .vario` */
function listExtensions(): string {
  const all = EXTENSIONS.map((extension) => `.${extension}`)
  return `${all.slice(0, -1).join(', ')} or ${all.at(-1)}`
}
