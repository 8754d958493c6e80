import { VarioError } from '../../base/index.ts'
import type { SignalTable } from '../../results/index.ts'
import { decodeResult, FORMATS, formatOf } from './decode-result.ts'
import type { ShowSource } from './show-source.ts'

/**
 * The result of a source.
 * @throws VarioError with what was tried, if it cannot be had.
 */
export async function openShow(source: ShowSource, signal: AbortSignal): Promise<SignalTable> {
  if ('table' in source) return source.table
  if ('bytes' in source) return decodeResult(source.name, source.bytes)
  const response = await fetchFile(source.url, signal)
  const bytes = new Uint8Array(await response.arrayBuffer())
  // the address of a server may have no ending
  return decodeResult(Object.hasOwn(FORMATS, formatOf(source.url)) ? source.url : source.name, bytes)
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
