import { VarioError } from '../../base/index.ts'
import { decodeResult, resultExtensionOf } from '../../files/index.ts'
import type { SignalTable } from '../../results/index.ts'
import type { ShowSource } from '../api/index.ts'
import { hasEnding, withoutQuery } from './result-formats.ts'

/**
 * The result of a source.
 * @throws VarioError with what was tried, if it cannot be had.
 */
export async function openShow(source: ShowSource, signal: AbortSignal): Promise<SignalTable> {
  if ('table' in source) return source.table
  if ('bytes' in source) return decodeResult(source.bytes, resultExtensionOf(source.name))
  const response = await fetchFile(source.url, signal)
  const bytes = await readBytes(response)
  // the address of a server may have no ending
  const name = hasEnding(source.url) ? withoutQuery(source.url) : source.name
  return decodeResult(bytes, resultExtensionOf(name))
}

/**
 * The bytes of an answer, piece by piece into one array if its size is known: browsers put a large answer together in one go, which
 * stops the page (336 MB: 2.1 s).
 */
async function readBytes(response: Response): Promise<Uint8Array<ArrayBuffer>> {
  const size = Number(response.headers.get('content-length'))
  // of compressed answers it is another size
  if (!(size > 0) || response.headers.has('content-encoding') || response.body === null)
    return new Uint8Array(await response.arrayBuffer())
  const bytes = new Uint8Array(size)
  const stream = response.body.getReader()
  let n = 0
  for (;;) {
    const { done, value } = await stream.read()
    if (done) return bytes.subarray(0, n)
    bytes.set(value, n)
    n += value.length
  }
}

async function fetchFile(url: string, signal: AbortSignal): Promise<Response> {
  let response: Response
  try {
    response = await fetch(url, { signal })
  } catch (error) {
    if (signal.aborted) throw error
    throw new VarioError('NO_ANSWER', `${url}: no answer. Is the server still running?`, { url })
  }
  if (!response.ok) {
    const why = response.status === 404 ? 'there is no such file' : `the server says ${response.status}`
    throw new VarioError('NO_FILE', `${url}: ${why}.`, { url, status: response.status })
  }
  return response
}
