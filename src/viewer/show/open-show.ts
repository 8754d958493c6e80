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
  const bytes = new Uint8Array(await response.arrayBuffer())
  // the address of a server may have no ending
  const name = hasEnding(source.url) ? withoutQuery(source.url) : source.name
  return decodeResult(bytes, resultExtensionOf(name))
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
