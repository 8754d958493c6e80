/** Bodies that pass each other within a step, without contact. */
import { PRISMATIC } from 'vario/mechanics'
import { describe, expect, it } from 'vitest'
import { ContactScene } from './contact-scene.ts'
import { STEEL_STEEL } from './materials.ts'
import { plate, sphere } from './shapes.ts'

/**
 * Passes of a sphere of diameter 0.2 m on a vertical joint above a plate of 0.1 m; s = 0 at contact, s < -0.3 below the
 * plate.
 */
function passesOf(heights: readonly number[]): string[][] {
  const scene = new ContactScene({
    bodies: [{ parent: -1, kind: PRISMATIC, p_PJ: [0, 0, 0.1], mass: 1 }],
    shapes: [sphere(0, 0.2, 'ball'), plate(1, 1, 0.1)],
    rules: { mayMeet: () => true, material: () => STEEL_STEEL },
    gravity: [0, 0, 0],
  })
  const passes: string[][] = []
  heights.forEach((s, k) => {
    scene.setState(Float64Array.of(s, 0, 0))
    if (k === 0) scene.contacts.start()
    scene.contacts.computeMaxStep()
    scene.contacts.endStep(k, (path1, path2) => passes.push([path1, path2]))
  })
  return passes
}

describe('PassWatch', () => {
  it('detects a body that moves from above to below', () => {
    expect(passesOf([1, -1.5])).toHaveLength(1)
    expect(passesOf([1, -1.5])[0]).toContain('ball')
    expect(passesOf([0.01, -0.32])).toHaveLength(1)
    expect(passesOf([1, -1.5, 1])).toHaveLength(2)
  })

  it('ignores bodies that approach, stay, or move away', () => {
    expect(passesOf([1, 0.01])).toEqual([])
    expect(passesOf([0.5, 0.5, 0.5])).toEqual([])
    expect(passesOf([0.01, 5])).toEqual([])
    // it is inside at the end of a step: an event will be located
    expect(passesOf([1, 0.9, 0.8])).toEqual([])
  })
})
