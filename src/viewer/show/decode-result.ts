import { InputError } from '../../base/index.ts'
import { readBinary, readCsv, readJson, type SignalTable } from '../../results/index.ts'

/** Endings of files that can be opened, and how. */
export const FORMATS: Readonly<Record<string, (bytes: Uint8Array) => Promise<SignalTable>>> = {
  json: async (bytes) => readJson(decodeText(bytes)),
  csv: async (bytes) => readCsv(decodeText(bytes)),
  vario: async (bytes) => readBinary(bytes.slice().buffer),
}

/** Ending of a file name or address, in lower case. */
export function formatOf(name: string): string {
  const path = name.replace(/[?#].*$/, '')
  return path.slice(path.lastIndexOf('.') + 1).toLowerCase()
}

/**
 * The result in a file.
 * @throws InputError if the ending is unknown or the content is not what it says.
 */
export async function decodeResult(name: string, bytes: Uint8Array): Promise<SignalTable> {
  const format = formatOf(name)
  const decode = Object.hasOwn(FORMATS, format) ? FORMATS[format] : undefined
  if (decode === undefined) {
    const endings = Object.keys(FORMATS).map((ending) => `.${ending}`)
    throw new InputError('file', `a result file (${endings.join(', ')})`, name)
  }
  return decode(bytes)
}

function decodeText(bytes: Uint8Array): string {
  return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
}
