/** Results from an address. */
import { SignalTable } from 'vario'
import { encodeResult } from 'vario/files'
import { afterEach, expect, test, vi } from 'vitest'
import { openShow } from '../../src/viewer/store/open-show.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

// the Content-Length of a compressed response is the compressed size, and other servers omit it
test.each(['right', 'too small', 'too large', 'unknown'])(
  'responses are read completely if their Content-Length is %s',
  async (told) => {
    const table = new SignalTable({ model: 'Ramp' })
    const values = Float64Array.from({ length: 30_000 }, (_, i) => i)
    table.addTime({ values })
    const bytes = await encodeResult(table, 'vario')
    const sizes: Record<string, number> = { right: 1, 'too small': 0.01, 'too large': 3 }
    const size = sizes[told]
    const headers = size === undefined ? {} : { 'content-length': String(Math.round(size * bytes.length)) }
    vi.stubGlobal('fetch', () => Promise.resolve(new Response(bytes, { headers })))
    const opened = await openShow(
      { name: 'ramp', url: 'http://localhost/ramp.vario' },
      new AbortController().signal,
    )
    expect(opened.values('time')).toEqual(values)
  },
)
