import { describe, expect, test } from 'vitest'
import { Player } from '../../src/viewer/store/player.ts'

const NONE = new Float64Array(0)
const until = (end: number): Float64Array => Float64Array.of(0, end)

describe('the speed of a result', () => {
  test('suits its length, also of one that grows', () => {
    const player = new Player()
    // the first piece of a run that is watched: 4 s at a hundredth
    player.setTimes(until(0.05), NONE, true)
    expect(player.speed.value).toBe(0.01)
    player.setTimes(until(2), NONE, false)
    expect(player.speed.value).toBe(1)
    player.setTimes(until(600), NONE, false)
    expect(player.speed.value).toBe(100)
  })

  test('stays what somebody has chosen, until there is another result', () => {
    const player = new Player()
    player.setTimes(until(0.05), NONE, true)
    player.speed.value = 0.1
    player.setTimes(until(2), NONE, false)
    expect(player.speed.value).toBe(0.1)
    player.setTimes(until(2), NONE, true)
    expect(player.speed.value).toBe(1)
  })
})
