/** Rows of an island that reach the recorder: all output points, and the ends of steps near events of other islands. */
import { expect, it } from 'vitest'
import { SupportRows } from '../../src/simulation/support-rows.ts'

it('the rows around events are kept in the order of time, and no others', () => {
  const kept: { t: number; isSupport: boolean }[] = []
  const rows = new SupportRows((t, values, isSupport) => {
    expect(values[0]).toBe(2 * t)
    kept.push({ t, isSupport })
  })
  // an output point every second, a thousand steps between; events of others at 2.5, and at 6 + 1e-9, just after a release
  for (let k = 0; k <= 10_000; k++) {
    const t = k / 1000
    rows.add(t, Float64Array.of(2 * t), k % 1000 !== 0)
    if (k % 1000 !== 0 || k === 0) continue
    rows.release(t, t === 3 ? [2.5] : t === 7 ? [6 + 1e-9] : [])
  }
  rows.releaseAll()
  expect(kept.filter(({ isSupport }) => !isSupport).map(({ t }) => t)).toEqual([
    0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10,
  ])
  const supports = kept.filter(({ isSupport }) => isSupport).map(({ t }) => t)
  const near = (event: number): number[] => supports.filter((t) => Math.abs(t - event) < 0.1)
  for (const event of [2.5, 6]) {
    // eight on each side; the output point at 6 s is one of them
    expect(near(event).filter((t) => t < event).length).toBeGreaterThanOrEqual(7)
    expect(near(event).filter((t) => t > event).length).toBeGreaterThanOrEqual(7)
  }
  expect(near(2.5).length + near(6).length).toBe(supports.length)
  expect(kept.map(({ t }) => t)).toEqual(kept.map(({ t }) => t).sort((a, b) => a - b))
})

it('rows without steps between them are not delayed', () => {
  const kept: number[] = []
  const rows = new SupportRows((t) => kept.push(t))
  for (const t of [0, 1, 1, 2]) rows.add(t, new Float64Array(1), false)
  expect(kept).toEqual([0, 1, 1, 2])
})
