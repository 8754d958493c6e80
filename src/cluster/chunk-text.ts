/** Outcomes of chunks as lines of text: in journals, and as results of jobs. */
import type { ChunkOutcome } from '../studies/index.ts'

/** The fields of a line. */
interface Line {
  readonly from: number
  readonly to: number
  /** Base64 of doubles, little-endian, row-major (nRun × nMeasure). */
  readonly measures: string
  readonly problems: ChunkOutcome['problems']
  /** FNV-1a of the text of the fields above. */
  readonly sum: number
}

/** A chunk as one line, with a checksum. */
export function printChunk({ from, to, measures, problems }: ChunkOutcome): string {
  const bytes = Buffer.from(measures.buffer, measures.byteOffset, measures.byteLength)
  const fields = { from, to, measures: bytes.toString('base64'), problems }
  return JSON.stringify({ ...fields, sum: checksum(JSON.stringify(fields)) })
}

/** The chunk of a line; undefined if the line is incomplete or damaged. */
export function parseChunk(
  line: string,
  { nRun, nMeasure }: { readonly nRun: number; readonly nMeasure: number },
): Omit<ChunkOutcome, 'seconds'> | undefined {
  try {
    const { sum, ...fields } = JSON.parse(line) as Line
    if (checksum(JSON.stringify(fields)) !== sum) return undefined
    const { from, to, problems } = fields
    const bytes = Buffer.from(fields.measures, 'base64')
    const isInside = Number.isInteger(from) && Number.isInteger(to) && from >= 0 && from < to && to <= nRun
    if (!isInside || bytes.length !== 8 * (to - from) * nMeasure) return undefined
    const measures = new Float64Array((to - from) * nMeasure)
    for (let k = 0; k < measures.length; k++) measures[k] = bytes.readDoubleLE(8 * k)
    return { from, to, measures, problems }
  } catch {
    return undefined
  }
}

/** FNV-1a of the code units of a text. */
function checksum(text: string): number {
  let hash = 0x811c9dc5
  for (let k = 0; k < text.length; k++) hash = Math.imul(hash ^ text.charCodeAt(k), 0x01000193)
  return hash >>> 0
}
