import {
  type ImpactContact,
  type ImpactOptions,
  type ResolvedImpact,
  resolveImpacts,
} from '../../mechanics/index.ts'
import type { ModelStates } from '../../simulation/index.ts'
import type { World } from '../world/index.ts'
import type { ImpactFrames } from './impact-frames.ts'
import { ModelResponse } from './model-response.ts'

interface FoundImpulses {
  readonly response: ModelResponse
  readonly impacts: readonly (readonly ResolvedImpact[])[]
  /** Jumps of all states by unit impulses along the axes of a contact or stop (3), by its number. */
  readonly jumps: ReadonlyMap<number, readonly Float64Array[]>
}

/**
 * Finds the impulses of contacts and stops, consistent with the modes of the equations that they cause. On return `velocities`
 * are those after the impulses.
 */
export function findImpulses(
  world: World,
  states: ModelStates,
  frames: ImpactFrames,
  pairs: readonly ImpactContact[],
  velocities: Float64Array,
  options: ImpactOptions,
): FoundImpulses {
  const response = new ModelResponse(world, states)
  const before = velocities.slice()
  let start: Float64Array = before
  let engaged: Parameters<typeof resolveImpacts>[0]['engaged']
  for (;;) {
    const jumps = new Map<number, Float64Array[]>()
    const columns = new Map<number, Float64Array>()
    const respond = (i: number): Float64Array => {
      let column = columns.get(i)
      if (column === undefined) {
        const responses = frames.respond(response, i)
        column = frames.measure(response, responses, before)
        jumps.set(i, responses)
        columns.set(i, column)
      }
      return column
    }
    velocities.set(start)
    const impacts = resolveImpacts({ contacts: pairs, velocities, engaged, respond }, options)
    const total = new Float64Array(before.length)
    for (const { contact, impulse } of impacts.flat())
      for (let i = 0; i < 3; i++) total[3 * contact + i] += impulse[i]
    const moved = [...jumps.keys()]
    const fits = response.agrees(
      (size) => frames.addForces(total, size),
      moved.flatMap((i) => jumps.get(i)!),
      moved.flatMap((i) => Array.from(total.subarray(3 * i, 3 * i + 3))),
    )
    response.enter(response.x)
    // modes that change in a sequence of impacts, or with laws of the user, are left to a warning
    const isOne = impacts.length === 1 && pairs.every(({ own }) => own === undefined)
    const change = fits && isOne ? response.engage(total, () => frames.readVelocities()) : null
    if (change !== null) {
      start = change.velocities
      engaged = { before, energy: (engaged?.energy ?? 0) + change.energy }
    } else if (fits) return { response, impacts, jumps }
  }
}
