/** Memory allocated by evaluations between events: workspaces are created once. */
import { memoryUsage } from 'node:process'
import { FREE } from 'vario/mechanics'
import { expect, it } from 'vitest'
import { ContactScene, FREE_STATES } from './contact-scene.ts'
import { STEEL_STEEL } from './materials.ts'
import { freeState, plate, sphere, sphereInertia } from './shapes.ts'

const N = 10
const WARM_UP = 10_000
const CALLS = 500
/** Number of windows; a garbage collection inside a window makes its difference negative, so their median counts. */
const WINDOWS = 9
/**
 * Bytes per evaluation and contact: boxed doubles of calls that are not inlined are 16 bytes each, and there are some 17 of them in
 * the narrow phase, the patches and the indicators. An array for each contact would be 100 bytes and more.
 */
const MAX_BYTES = 300

it('evaluations allocate no arrays', () => {
  const body = { parent: -1, kind: FREE, mass: 1, I_C: sphereInertia(1, 0.1) }
  const scene = new ContactScene({
    bodies: new Array(N).fill(body),
    shapes: [...Array.from({ length: N }, (_, i) => sphere(i, 0.2)), plate(100, 1, 0.1)],
    rules: { mayMeet: () => true, material: () => STEEL_STEEL },
    gravity: [0, 0, 0],
  })
  const { contacts } = scene
  // balls in contact with the plate, almost touching each other
  const state = Float64Array.of(
    ...Array.from({ length: N }, (_, i) => freeState([0.2001 * i, 0, 0.1 - 1e-6])).flat(),
    0,
  )
  scene.setState(state)
  contacts.start()
  expect(contacts.nContact).toBe(N)
  const evaluate = (calls: number): void => {
    for (let k = 0; k < calls; k++) {
      // moved slightly, as in the stages of a step
      for (let i = 0; i < N; i++) state[FREE_STATES * i] += k % 2 === 0 ? 1e-6 : -1e-6
      scene.setState(state)
      contacts.addForces()
      contacts.evaluateIndicators()
    }
  }
  evaluate(WARM_UP)
  const windows: number[] = []
  while (windows.length < WINDOWS) {
    const before = memoryUsage()
    evaluate(CALLS)
    const after = memoryUsage()
    const bytes = after.heapUsed - before.heapUsed + after.arrayBuffers - before.arrayBuffers
    if (bytes > 0) windows.push(bytes / CALLS / N)
  }
  windows.sort((a, b) => a - b)
  expect(windows[WINDOWS >> 1]).toBeLessThan(MAX_BYTES)
})
