/**
 * Impulse of one contact with Coulomb friction in both tangential directions. In the axes of the contact, normal first,
 * with the velocity u of the second body relative to the first one, an impulse λ on the second one, and the mobility
 * W = J M⁻¹ Jᵀ,
 *
 *   u⁺ = u + W λ
 *   |λ_t| <= μ λ_n;   where u_t⁺ ≠ 0:  λ_t = -μ λ_n u_t⁺/|u_t⁺|                                                   (1)
 *
 * Friction opposes the sliding after the impact, as in [Moreau 1988] and in complementarity formulations. One more
 * equation determines the normal: the velocity after the impact (Newton), or the impulse (Poisson, in restitution).
 */
import { listDirections } from './sliding-directions.ts'

/** Mobilities below this fraction of the normal one are rounding errors: joints leave one motion along both. */
const ONE_MOTION = 1e-12
/** Relative determinant below which mobilities have one direction. */
const ONE_DIRECTION = 1e-14
/**
 * Fraction of the mobility without friction below which the rest is rounding: where joints leave one motion, friction
 * that jams cancels all of it, in any direction.
 */
const JAMMED = 1e-8
/** Relative velocity below which sliding backwards is a rounding error. */
const BACKWARDS = 1e-12

/** Prescribed velocity along the normal after the impact [m/s], or prescribed normal impulse [N.s]. */
export type NormalCondition = { readonly velocity: number } | { readonly impulse: number }

/**
 * Solves (1) for one contact. Sticking has priority; of several sliding solutions the fastest is taken.
 *
 * @param W mobility [1/kg] (3 × 3)
 * @param u velocity before [m/s] (3)
 * @param mu coefficient of friction [1]
 * @param out λ [N.s] (3)
 * @returns false if no such impulse exists, because friction jams a separation; λ then ends the approach
 */
export function solveContactImpulse(
  W: Float64Array,
  u: Float64Array,
  mu: number,
  condition: NormalCondition,
  out: Float64Array,
): boolean {
  if (!(W[0] > 0)) {
    // immovable bodies
    out.fill(0)
    return true
  }
  if (mu === 0) {
    out[0] = 'impulse' in condition ? condition.impulse : (condition.velocity - u[0]) / W[0]
    out[1] = 0
    out[2] = 0
    return true
  }
  if (stick(W, u, mu, condition, out) || slide(W, u, mu, condition, out)) return true
  if ('velocity' in condition && condition.velocity > 0) solveContactImpulse(W, u, mu, { velocity: 0 }, out)
  return false
}

/** Sticking: u_t⁺ = 0. False if W does not determine it, or friction is too small. */
function stick(
  W: Float64Array,
  u: Float64Array,
  mu: number,
  condition: NormalCondition,
  out: Float64Array,
): boolean {
  // λ_t = a + c λ_n
  const [a1, a2, c1, c2] = solveTangents(W, u)
  const mobility = W[0] + W[1] * c1 + W[2] * c2
  if ('impulse' in condition) out[0] = condition.impulse
  else if (mobility > ONE_MOTION * W[0])
    out[0] = (condition.velocity - u[0] - W[1] * a1 - W[2] * a2) / mobility
  // what sticks has no motion along the normal: it stops, or it cannot stick
  else if (condition.velocity === 0) out[0] = findLeastFriction(a1, a2, c1, c2, mu)
  else return false
  out[1] = a1 + c1 * out[0]
  out[2] = a2 + c2 * out[0]
  return out[0] > 0 && Math.hypot(out[1], out[2]) <= mu * out[0] * (1 + Number.EPSILON)
}

/** λ_t = a + c λ_n with u_t⁺ = 0: a (2) and c (2). */
function solveTangents(W: Float64Array, u: Float64Array): [number, number, number, number] {
  const det = W[4] * W[8] - W[5] * W[7]
  const size = Math.max(W[4], W[8])
  if (det > ONE_DIRECTION * size * size)
    return [
      (W[5] * u[2] - W[8] * u[1]) / det,
      (W[7] * u[1] - W[4] * u[2]) / det,
      (W[5] * W[6] - W[8] * W[3]) / det,
      (W[7] * W[3] - W[4] * W[6]) / det,
    ]
  // joints leave one tangential direction at most: no motion against it
  const [x, y] = W[4] >= W[8] ? [W[4], W[7]] : [W[5], W[8]]
  const length = Math.hypot(x, y)
  if (!(length > ONE_DIRECTION * W[0])) return [0, 0, 0, 0]
  const [d1, d2] = [x / length, y / length]
  const own = d1 * (W[4] * d1 + W[5] * d2) + d2 * (W[7] * d1 + W[8] * d2)
  const a = -(u[1] * d1 + u[2] * d2) / own
  const c = -(W[3] * d1 + W[6] * d2) / own
  return [a * d1, a * d2, c * d1, c * d2]
}

/** The λ_n with the smallest |a + c λ_n| not above μ λ_n; NaN if none exists. */
function findLeastFriction(a1: number, a2: number, c1: number, c2: number, mu: number): number {
  const aa = a1 * a1 + a2 * a2
  const ac = a1 * c1 + a2 * c2
  const cc = c1 * c1 + c2 * c2
  const least = cc > 0 ? Math.max(0, -ac / cc) : 0
  const excess = aa + least * (2 * ac + least * (cc - mu * mu))
  if (excess <= 0) return least
  // the next one beyond it: (μ² - c²) λ² - 2 a·c λ - a² = 0
  const square = mu * mu - cc
  const root = Math.sqrt(ac * ac + square * aa)
  return square > 0 ? (ac + root) / square : aa / (root - ac)
}

/** Sliding: friction opposes the direction of u_t⁺. False if no solution exists. */
function slide(
  W: Float64Array,
  u: Float64Array,
  mu: number,
  condition: NormalCondition,
  out: Float64Array,
): boolean {
  // λ_n = push/m(d) with m = share - μ (w·d), and zero moment of u_t⁺ = u_t + λ_n (w - μ W_t d) about d, times m
  const isVelocity = 'velocity' in condition
  const share = isVelocity ? W[0] : 1
  const [w1, w2] = isVelocity ? [W[1], W[2]] : [0, 0]
  const push = isVelocity ? condition.velocity - u[0] : condition.impulse
  const xy = 0.5 * mu * (w1 * u[1] - w2 * u[2] - push * (W[8] - W[4]))
  const x = 0.5 * (share * u[2] + push * W[6])
  const y = -0.5 * (share * u[1] + push * W[3])
  const xx = -mu * (w1 * u[2] + push * W[7])
  const yy = mu * (w2 * u[1] + push * W[5])
  const directions = listDirections([xx, xy, x, xy, yy, y, x, y, 0])
  let best = -1
  let fastest = 0
  for (let k = 0; k < directions.length; k += 2) {
    const d1 = directions[k]
    const d2 = directions[k + 1]
    const mobility = share - mu * (w1 * d1 + w2 * d2)
    // jamming friction causes no motion; pulling impulses are invalid
    if (!(mobility > JAMMED * share && push > 0)) continue
    const normal = push / mobility
    const v1 = u[1] + normal * (W[3] - mu * (W[4] * d1 + W[5] * d2))
    const v2 = u[2] + normal * (W[6] - mu * (W[7] * d1 + W[8] * d2))
    const size = Math.hypot(u[1], u[2]) + normal * (Math.hypot(W[3], W[6]) + mu * Math.max(W[4], W[8]))
    const along = d1 * v1 + d2 * v2
    if (!(along >= -BACKWARDS * size) || (best >= 0 && along <= fastest)) continue
    best = k
    fastest = along
    out[0] = normal
    out[1] = -mu * normal * d1
    out[2] = -mu * normal * d2
  }
  return best >= 0
}
