/** Results for tests of the viewer, with positions that are known without simulation. */
import { SignalTable } from 'vario'
import { encodeResult } from 'vario/files'

/** Colors of the three boxes, pure so that light cannot change the dominant channel. */
export const BOX_COLORS = ['red', 'lime', 'blue'] as const

/** Position of box k at time t [m]: the boxes move up and down beside each other, without occlusion. */
export function placeOfBox(k: number, t: number): [number, number, number] {
  return [2.5 * (k - 1), 1 + (k - 1) * 0.25 * t, 0]
}

/** Time from which on the third box exists [s]. */
export const APPEARANCE = 4
const STOP_TIME = 10

/** Three boxes that move with constant velocities, in two segments; a message of the log; an event. */
export function createBoxes(): SignalTable {
  const shape = { shape: 'Box', lengthX: 1, lengthY: 1, lengthZ: 1 }
  const names = BOX_COLORS.map((_, k) => `box${k + 1}`)
  const parts = BOX_COLORS.map((color, k) => ({ path: names[k], shape, material: { color } }))
  const table = new SignalTable({
    model: 'Boxes',
    scene: { up: [0, 1, 0], parts, objects: ['world', ...names], joints: [] },
    segments: [
      { startTime: 0, endTime: APPEARANCE, states: 0, dof: 12 },
      { startTime: APPEARANCE, endTime: STOP_TIME, states: 0, dof: 18 },
    ],
    log: [{ time: 7, text: 'something happened' }],
  } as never)
  // every 0.1 s; the time of the new segment occurs twice
  const time: number[] = []
  for (let i = 0; i <= 100; i++) time.push(i / 10, ...(i === 40 ? [i / 10] : []))
  table.addTime({ values: Float64Array.from(time), segmentStarts: [0, 41] })
  for (const [k, name] of names.entries()) {
    const isThere = (i: number): boolean => k < 2 || i >= 41
    const positions = time.flatMap((t, i) =>
      isThere(i) ? placeOfBox(k, t) : [Number.NaN, Number.NaN, Number.NaN],
    )
    const turns = time.flatMap((_, i) =>
      isThere(i) ? [0, 0, 0, 1] : [Number.NaN, Number.NaN, Number.NaN, Number.NaN],
    )
    const missing = (n: number): { missing?: Uint8Array } =>
      k < 2
        ? {}
        : { missing: Uint8Array.from(time.flatMap((_, i) => new Array<number>(n).fill(isThere(i) ? 0 : 1))) }
    table.add({
      name: `${name}.r_abs`,
      unit: 'm',
      size: [3],
      values: Float64Array.from(positions),
      ...missing(3),
    })
    table.add({ name: `${name}.q_abs`, size: [4], values: Float64Array.from(turns), ...missing(4) })
    table.addParameter({ name: `${name}.mass`, unit: 'kg', value: k + 1 })
  }
  table.add({ name: 'energy', unit: 'J', kind: 'state', values: Float64Array.from(time, (t) => t * t) })
  return table
}

/** Many spheres that move for ten minutes, with a point every 0.1 s. */
export function createSwarm(nBody: number): SignalTable {
  const nPoint = 6001
  const names = Array.from({ length: nBody }, (_, k) => `body${k}`)
  const parts = names.map((path, k) => ({
    path,
    shape: { shape: 'Sphere', diameter: 0.5 },
    material: { color: ['gold', 'teal', 'brown', 'orchid'][k % 4] },
  }))
  const table = new SignalTable({
    model: 'Swarm',
    scene: { up: [0, 1, 0], parts, objects: ['world', ...names], joints: [] },
  } as never)
  table.addTime({ values: Float64Array.from({ length: nPoint }, (_, i) => i / 10) })
  for (const [k, name] of names.entries()) {
    const positions = new Float64Array(3 * nPoint)
    for (let i = 0; i < nPoint; i++) {
      positions[3 * i] = (k % 20) - 10 + Math.sin(i / 30 + k)
      positions[3 * i + 1] = 1 + Math.cos(i / 20 + k)
      positions[3 * i + 2] = Math.floor(k / 20) - 5
    }
    const turns = new Float64Array(4 * nPoint).map((_, i) => (i % 4 === 3 ? 1 : 0))
    table.add({ name: `${name}.r_abs`, unit: 'm', size: [3], values: positions })
    table.add({ name: `${name}.q_abs`, size: [4], values: turns })
  }
  return table
}

/** The bytes of a table as a binary file. */
export function encode(table: SignalTable): Promise<Uint8Array> {
  return encodeResult(table, 'vario')
}
