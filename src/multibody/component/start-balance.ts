import type { Overlap } from '../../mechanics/index.ts'
import type { Frame } from '../records/index.ts'
import type { World } from '../world/index.ts'

/**
 * Fraction of the acceleration by contacts that may remain without opposing loads; a larger one throws bodies apart.
 */
const UNBALANCED_PART = 0.5

const UNIT = Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1)

/**
 * Of the bodies that overlap at time `t` [s], lists those that their contact drives apart. Others are pressed together
 * by a spring or another body, and are in place: without contacts they would accelerate into each other by as much as
 * contacts accelerate them back.
 *
 * @param t time [s]
 */
export function listDrivenApart(world: World, t: number, overlaps: readonly Overlap[]): Overlap[] {
  if (overlaps.length === 0) return []
  const compute = (): number[] => {
    world.updateAccelerations(t)
    return overlaps.map((overlap) => computeSeparation(world, overlap))
  }
  const byLoads = world.withoutContacts(compute)
  const byAll = compute()
  return overlaps.filter((_, k) => {
    const byContacts = byAll[k] - byLoads[k]
    return !(byContacts > 0) || byAll[k] > UNBALANCED_PART * byContacts
  })
}

/** Acceleration of the second body relative to the first one at their contact [m/s2]. */
function computeSeparation({ motion, data }: World, { body1, body2, point, normal }: Overlap): number {
  const a = new Float64Array(3)
  const along = (body: number): number => {
    if (body < 0) return 0
    const { R_WB, p_WB } = data
    const arm = [0, 1, 2].map((i) => point[i] - p_WB[3 * body + i])
    const p_BO = Float64Array.from([0, 1, 2], (j) =>
      arm.reduce((sum, x, i) => sum + R_WB[9 * body + 3 * i + j] * x, 0),
    )
    const frame: Frame = { path: '', body, R_BO: UNIT, p_BO }
    motion.acceleration(frame, a)
    return a[0] * normal[0] + a[1] * normal[1] + a[2] * normal[2]
  }
  return along(body2) - along(body1)
}
