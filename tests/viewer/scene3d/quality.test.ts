/** Cost of pictures: less during motions that would be slow, full at rest. */
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

  /** Several pictures of a motion; returns the cost of the last one. */
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
    // nothing else is drawn at rest
    vi.advanceTimersByTime(1000)
    expect(rests).toBe(2)
  })

  test('a fast motion has full quality, and so needs no extra picture at rest', () => {
    expect(move(100, 16.7)).toEqual({ shadows: true, resolution: 1 })
    // 30 pictures per second are enough
    expect(move(100, 33.4)).toEqual({ shadows: true, resolution: 1 })
    const before = rests
    vi.advanceTimersByTime(1000)
    expect(rests).toBe(before)
    expect(changes).toEqual([])
  })

  test('a single pause changes nothing; a slow motion first loses shadows, then pixels', () => {
    move(20, 16.7)
    move(1, 5000)
    expect(move(20, 16.7)).toEqual({ shadows: true, resolution: 1 })
    // 16 + 0.1·84 + 0.1·75.6 + 0.1·68 is the first average beyond 34
    expect(move(3, 100)).toEqual({ shadows: false, resolution: 1 })
    expect(move(3, 100)).toEqual({ shadows: false, resolution: 0.5 })
    expect(move(50, 100)).toEqual({ shadows: false, resolution: 0.5 })
    expect(changes).toEqual([true])
  })

  test('quality is full at rest; the next motion begins reduced, and some time later tries more', () => {
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
