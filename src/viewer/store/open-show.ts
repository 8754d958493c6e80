import { VarioError } from '../../base/index.ts'
import { decodeResult, RESULT_FORMATS, resultExtensionOf } from '../../files/index.ts'
import type { SignalTable } from '../../results/index.ts'
import type { ShowSource } from './show-source.ts'

/** Extensions of supported files, with their dots. */
export const ENDINGS: readonly string[] = RESULT_FORMATS.filter(({ isReadable }) => isReadable)
  .flatMap(({ extensions }) => extensions)
  .map((extension) => `.${extension}`)

/** True if a name or address has the extension of a result file. */
function hasEnding(name: string): boolean {
  const path = withoutQuery(name).toLowerCase()
  return ENDINGS.some((ending) => path.endsWith(ending))
}

/** An address without the parts after `?` and `#`. */
function withoutQuery(url: string): string {
  return url.replace(/[?#].*$/, '')
}

/**
 * The result of a source.
 * @throws VarioError that describes a source that cannot be read.
 */
export async function openShow(source: ShowSource, signal: AbortSignal): Promise<SignalTable> {
  if ('table' in source) return source.table
  if ('bytes' in source) return decodeResult(source.bytes, resultExtensionOf(source.name))
  const response = await fetchFile(source.url, signal)
  const bytes = await readBytes(response)
  // the address of a server may lack an extension
  const name = hasEnding(source.url) ? withoutQuery(source.url) : source.name
  return decodeResult(bytes, resultExtensionOf(name))
}

/** Buffer for responses without a known size [bytes]. */
const FIRST_SIZE = 1 << 16

/**
 * The bytes of a response, collected in one array: browsers concatenate a large response in one operation that blocks
 * the page
 * (336 MB: 2.1 s). Its Content-Length is only an estimate: for a compressed response it is the compressed size.
 */
async function readBytes(response: Response): Promise<Uint8Array<ArrayBuffer>> {
  let bytes = new Uint8Array(Number(response.headers.get('content-length')) || FIRST_SIZE)
  let n = 0
  const stream = response.body?.getReader()
  for (;;) {
    const piece = await stream?.read()
    if (piece?.value === undefined) return bytes.subarray(0, n)
    if (n + piece.value.length > bytes.length) {
      const larger = new Uint8Array(2 * (n + piece.value.length))
      larger.set(bytes.subarray(0, n))
      bytes = larger
    }
    bytes.set(piece.value, n)
    n += piece.value.length
  }
}

async function fetchFile(url: string, signal: AbortSignal): Promise<Response> {
  let response: Response
  try {
    response = await fetch(url, { signal })
  } catch (error) {
    if (signal.aborted) throw error
    throw new VarioError(
      'NO_ANSWER',
      `${url}: expected a response, got none. Check that the server is running.`,
      { url },
    )
  }
  if (!response.ok) {
    const why =
      response.status === 404
        ? 'the file does not exist'
        : `the server returned HTTP status ${response.status}`
    throw new VarioError('NO_FILE', `${url}: ${why}.`, { url, status: response.status })
  }
  return response
}
