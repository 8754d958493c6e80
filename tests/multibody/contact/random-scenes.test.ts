/** Some of the random scenes of `benchmarks/collision/robustness.ts`, smaller and shorter. */
import { describe, expect, it } from 'vitest'
import { createRandomScene, findViolation, runRandomScene } from './random-scene.ts'

const SEEDS = [2, 3, 4]
const MAX_BODY = 4
/** All bodies have hit the floor and each other by this time [s]. */
const STOP_TIME = 1

describe('bodies of all shapes thrown into a closed room', () => {
  for (const seed of SEEDS) {
    it(`stay inside and gain no energy: seed ${seed}`, { timeout: 60_000 }, () => {
      const report = runRandomScene(createRandomScene(seed, MAX_BODY), STOP_TIME)
      expect(findViolation(report)).toBeUndefined()
      // contacts have occurred
      expect(report.statistics.events).toBeGreaterThan(4)
    })
  }
})
