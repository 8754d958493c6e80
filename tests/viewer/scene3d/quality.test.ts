/** What pictures may cost: less during motions that cannot keep up, all at rest. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { Quality } from '../../../src/viewer/scene3d/stage/quality.ts'

describe('Quality', () => {
  let rests: number
  let changes: boolean[]
  let quality: Quality
  beforeEach(() => {
    vi.useFakeTimers()
    rests = 0
    changes = []
    quality = new Quality(
      () => rests++,
      (isReduced) => changes.push(isReduced),
    )
    // the first picture
    quality.choose(10)
  })
  afterEach(() => {
    quality.dispose()
    vi.useRealTimers()
  })

  /** Pictures of a motion, one after the other; the cost of the last one. */
  function move(count: number, waited: number): ReturnType<Quality['choose']> {
    let cost = quality.choose(waited)
    for (let i = 1; i < count; i++) {
      vi.advanceTimersByTime(waited)
      cost = quality.choose(waited)
    }
    return cost
  }

  test('the first picture has no shadows, the one at rest after it has', () => {
    const other = new Quality(
      () => rests++,
      () => {},
    )
    expect(other.choose(10)).toEqual({ shadows: false, resolution: 1 })
    vi.advanceTimersByTime(1000)
    expect(rests).toBe(2)
    expect(other.choose(null)).toEqual({ shadows: true, resolution: 1 })
    // nothing more is drawn at rest
    vi.advanceTimersByTime(1000)
    expect(rests).toBe(2)
  })

  test('a motion that keeps up has everything, and so needs no picture at rest', () => {
    expect(move(100, 16.7)).toEqual({ shadows: true, resolution: 1 })
    // 30 pictures per second are enough
    expect(move(100, 33.4)).toEqual({ shadows: true, resolution: 1 })
    const before = rests
    vi.advanceTimersByTime(1000)
    expect(rests).toBe(before)
    expect(changes).toEqual([])
  })

  test('a single break is no reason, a slow motion is: first shadows go, then pixels', () => {
    move(20, 16.7)
    move(1, 5000)
    expect(move(20, 16.7)).toEqual({ shadows: true, resolution: 1 })
    // 16 + 0.1·84 + 0.1·75.6 + 0.1·68 is the first average beyond 34
    expect(move(3, 100)).toEqual({ shadows: false, resolution: 1 })
    expect(move(3, 100)).toEqual({ shadows: false, resolution: 0.5 })
    expect(move(50, 100)).toEqual({ shadows: false, resolution: 0.5 })
    expect(changes).toEqual([true])
  })

  test('at rest there is all again; the next motion begins with less, and some time later with more', () => {
    move(10, 100)
    const before = rests
    vi.advanceTimersByTime(300)
    expect(rests).toBe(before + 1)
    expect(quality.choose(null)).toEqual({ shadows: true, resolution: 1 })
    expect(move(1, 16.7)).toEqual({ shadows: false, resolution: 0.5 })
    for (const expected of [
      { shadows: false, resolution: 1 },
      { shadows: true, resolution: 1 },
    ]) {
      vi.advanceTimersByTime(61_000)
      expect(move(1, 16.7)).toEqual(expected)
    }
    expect(changes).toEqual([true, false])
  })
})
