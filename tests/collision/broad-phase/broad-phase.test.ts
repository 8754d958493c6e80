import { describe, expect, it } from 'vitest'
import { BroadPhase } from '../../../src/collision/broad-phase/broad-phase.ts'
import { SafeStep } from '../../../src/collision/broad-phase/safe-step.ts'
import { allPairs, boxGap, createBoxScene, createRandom } from './scenes.ts'

const listCandidates = (broadPhase: BroadPhase): string[] =>
  Array.from(
    { length: broadPhase.nCandidate },
    (_, k) => `${broadPhase.candidateA[k]}-${broadPhase.candidateB[k]}`,
  )

describe('candidates', () => {
  // Small motions keep pairs, large ones empty and refill the tree; both must give the pairs of the definition, in
  // order.
  const motions = [
    { name: 'small motions', distance: 0.01 },
    { name: 'large motions', distance: 2 },
  ]
  for (const { name, distance } of motions) {
    it(`include all pairs whose loose boxes overlap, in ascending order: ${name}`, () => {
      let nCandidate = 0
      for (let seed = 1; seed <= 20; seed++) {
        const scene = createBoxScene(5 + 4 * seed, 6, seed)
        for (let step = 0; step < 20; step++) {
          scene.broadPhase.update()
          const expected: string[] = []
          for (const [i, j] of allPairs(scene)) if (boxGap(scene, i, j, 1) === 0) expected.push(`${i}-${j}`)
          expect(listCandidates(scene.broadPhase)).toEqual(expected)
          nCandidate += expected.length
          scene.move(distance)
        }
      }
      expect(nCandidate).toBeGreaterThan(10_000) // the scenes are not empty
    })
  }

  it('depend on the poses of the scene only, not on its history', () => {
    const wanderer = createBoxScene(60, 5, 3)
    const positions: Float64Array[] = []
    for (let step = 0; step < 30; step++) {
      wanderer.broadPhase.update()
      positions.push(wanderer.broadPhase.boxes.slice())
      wanderer.move(0.1)
    }
    wanderer.broadPhase.boxes.set(positions[7])
    wanderer.broadPhase.update()
    const fresh = createBoxScene(60, 5, 3)
    fresh.broadPhase.boxes.set(positions[7])
    fresh.broadPhase.update()
    expect(listCandidates(wanderer.broadPhase)).toEqual(listCandidates(fresh.broadPhase))
  })

  it('exist neither for one shape nor without shapes', () => {
    for (const n of [0, 1]) {
      const broadPhase = new BroadPhase(new Float64Array(n).fill(0.1), new Array(n).fill(true), () => true)
      broadPhase.update()
      expect(broadPhase.nCandidate).toBe(0)
      expect(broadPhase.distanceBound).toBe(Infinity)
    }
  })

  it('come from calls of the filter for near pairs with a moving shape only', () => {
    const asked: string[] = []
    const mayMeet = (i: number, j: number): boolean => asked.push(`${i}-${j}`) > 0
    const broadPhase = new BroadPhase(new Float64Array(4).fill(0.01), [false, true, false, true], mayMeet)
    // unit boxes: 0 and 2 at the same place, 1 beside them, 3 far away
    broadPhase.boxes.set([0, 0, 0, 1, 1, 1, 1.005, 0, 0, 2, 1, 1, 0, 0, 0, 1, 1, 1, 9, 9, 9, 10, 10, 10])
    broadPhase.update()
    expect(asked.sort()).toEqual(['0-1', '1-2'])
    expect(listCandidates(broadPhase)).toEqual(['0-1', '1-2'])
  })
})

describe('distanceBound', () => {
  it('stays below the box distance of every pair that is not a candidate', () => {
    let nFar = 0
    for (let seed = 1; seed <= 10; seed++) {
      const scene = createBoxScene(60, 6, seed)
      for (let step = 0; step < 5; step++) {
        scene.broadPhase.update()
        const candidates = new Set(listCandidates(scene.broadPhase))
        const far = [...allPairs(scene)].filter(([i, j]) => !candidates.has(`${i}-${j}`))
        const nearest = Math.min(...far.map(([i, j]) => boxGap(scene, i, j, 0)))
        // rounding of the enlarged boxes: a few ulps of coordinates of size 10
        expect(nearest).toBeGreaterThan(scene.broadPhase.distanceBound - 1e-14)
        nFar += far.length
        scene.move(0.3)
      }
    }
    expect(nFar).toBeGreaterThan(1000)
  })
})

describe('SafeStep', () => {
  it('equals the minimum over all pairs', () => {
    for (let seed = 1; seed <= 30; seed++) {
      const scene = createBoxScene(4 + 3 * seed, 20, seed)
      const random = createRandom(seed + 100)
      const { n, isMoving, broadPhase } = scene
      const velocities = Float64Array.from({ length: 3 * n }, (_, k) =>
        isMoving[Math.floor(k / 3)] ? random() : 0,
      )
      const turningSpeeds = Float64Array.from({ length: n }, (_, i) => (isMoving[i] ? random() : 0))
      const accelerations = velocities.map((v) => v * random())
      const turningAccelerations = turningSpeeds.map((v) => v * random())
      const thicknesses = Float64Array.from({ length: n }, () => 0.01 + random())
      const safeStep = new SafeStep(broadPhase, {
        velocities,
        accelerations,
        turningSpeeds,
        turningAccelerations,
        thicknesses,
      })
      for (let step = 0; step < 3; step++) {
        broadPhase.update()
        let expected = Infinity
        for (const [i, j] of allPairs(scene)) {
          const difference = (u: Float64Array): number =>
            Math.hypot(...[0, 1, 2].map((k) => u[3 * i + k] - u[3 * j + k]))
          const speed = difference(velocities) + turningSpeeds[i] + turningSpeeds[j]
          const a = difference(accelerations) + turningAccelerations[i] + turningAccelerations[j]
          const way = boxGap(scene, i, j, 0) + (thicknesses[i] + thicknesses[j]) / 2
          // positive root of a h²/2 + speed h − way
          expected = Math.min(expected, (Math.sqrt(speed * speed + 2 * a * way) - speed) / a)
        }
        // cancellation in the root of the quadratic equation as written here
        expect(Math.abs(safeStep.compute(Infinity, scene.mayMeet) / expected - 1)).toBeLessThan(1e-12)
        scene.move(0.5)
      }
    }
  })

  it('prevents a bullet from passing through a plate', () => {
    // bullet of 1 cm at 100 m/s, plate of 2 mm at a distance of 0.5 m: 0.5 m + (10 mm + 2 mm)/2 may be traveled
    const broadPhase = new BroadPhase(Float64Array.of(1e-4, 1e-2), [true, false], () => true)
    broadPhase.boxes.set([0, -0.005, -0.005, 0.01, 0.005, 0.005, 0.51, -1, -1, 0.512, 1, 1])
    broadPhase.update()
    const motion = {
      velocities: Float64Array.of(100, 0, 0, 0, 0, 0),
      accelerations: new Float64Array(6),
      turningSpeeds: new Float64Array(2),
      turningAccelerations: new Float64Array(2),
      thicknesses: Float64Array.of(0.01, 0.002),
    }
    expect(new SafeStep(broadPhase, motion).compute(Infinity, () => true)).toBeCloseTo(0.506 / 100, 15)
    expect(new SafeStep(broadPhase, motion).compute(Infinity, () => false)).toBe(Infinity)
    expect(new SafeStep(broadPhase, motion).compute(0.001, () => true)).toBe(0.001)
    motion.velocities.fill(0)
    expect(new SafeStep(broadPhase, motion).compute(Infinity, () => true)).toBe(Infinity)
    // from rest with 1000 m/s²: √(2·0.506 m / 1000 m/s²)
    motion.accelerations[0] = 1000
    expect(new SafeStep(broadPhase, motion).compute(Infinity, () => true)).toBeCloseTo(
      Math.sqrt(2 * 0.506e-3),
      15,
    )
  })
})
