import type { File } from 'h5wasm'
import { VarioError } from '../../base/index.ts'
import type { SignalTable } from '../../results/index.ts'
import { encodeText } from './bytes.ts'
import { checksumOfBytes } from './checksum.ts'
import { openHdf5 } from './hdf5-virtual-file.ts'
import { checkSeal, hasSeal, SEAL_LENGTH } from './seal.ts'
import { createTable, damagedHeader, parseHeader } from './table-header.ts'

/** Reads a table written by `writeHdf5`. */
export function readHdf5(bytes: Uint8Array): Promise<SignalTable> {
  const seal = bytes.length - SEAL_LENGTH
  if (hasSeal(bytes, seal)) checkSeal(bytes, seal, 'HDF5')
  return openHdf5(bytes, (file) => {
    const text = readAttribute(file, 'vario')
    if (text === undefined) {
      const expected = "expected the attribute 'vario', which describes the signals, got none"
      throw new VarioError('RESULT_FORMAT', `HDF5 file: ${expected}. Open files that Vario has written.`)
    }
    if (readAttribute(file, 'vario.checksum') !== String(checksumOfBytes(encodeText(text))))
      throw damagedHeader('checksum mismatch.')
    return createTable(parseHeader(text), (signal, n) => {
      const isBoolean = signal.type === 'boolean'
      const data = readDataset(file, signal.values, isBoolean ? '<b' : '<d', n)
      const missing = signal.missing === undefined ? undefined : readDataset(file, signal.missing, '<b', n)
      const values = Float64Array.from(data)
      missing?.forEach((is, i) => {
        if (is === 1) values[i] = Number.NaN
      })
      return { values, missing: missing && Uint8Array.from(missing) }
    })
  })
}

function readAttribute(file: File, name: string): string | undefined {
  const value = file.attrs[name]?.value
  return typeof value === 'string' ? value : undefined
}

/** The numbers of a dataset. */
function readDataset(file: File, path: unknown, dtype: string, n: number): Float64Array | Int8Array {
  const dataset = typeof path === 'string' ? file.get(path) : null
  const found = dataset !== null && 'dtype' in dataset && 'shape' in dataset ? dataset : undefined
  const count = found?.shape?.reduce((product, length) => product * length, 1)
  if (found === undefined || found.dtype !== dtype || count !== n || !('value' in found))
    throw damagedHeader(`expected a dataset ${path} with ${n} numbers of type ${dtype}.`)
  return found.value as Float64Array | Int8Array
}
