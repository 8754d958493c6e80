import type { ShowSource } from './show-source.ts'

/**
 * Sources for a page: the result named in its address (`?result=run.vario`), and those that the server lists at
 * `api/shows`. A page without a server has none.
 */
export async function fetchShows(location: Location): Promise<ShowSource[]> {
  const results = new URLSearchParams(location.search).getAll('result')
  if (results.length > 0) return results.map((url) => ({ name: url.replace(/^.*\//, ''), url }))
  if (location.protocol === 'file:') return []
  try {
    const response = await fetch(new URL('api/shows', location.href))
    if (!response.ok || !response.headers.get('content-type')?.includes('json')) return []
    const { shows } = (await response.json()) as { shows?: readonly ShowSource[] }
    return [...(shows ?? [])]
  } catch {
    return []
  }
}
