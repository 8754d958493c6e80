/**
 * The impulse of one contact, with Coulomb's friction in both tangential directions. In the axes of the contact, the
 * normal first, with the velocity u of the second body relative to the first one, an impulse λ on the second one, and the
 * mobility W = J M⁻¹ Jᵀ,
 *
 *   u⁺ = u + W λ
 *   |λ_t| <= μ λ_n;   where u_t⁺ ≠ 0:  λ_t = -μ λ_n u_t⁺/|u_t⁺|                                                   (1)
 *
 * Friction opposes the sliding after the impact, as in [Moreau 1988] and in complementarity formulations. One more
 * equation says what happens along the normal: the velocity after the impact (Newton), or the impulse (Poisson, in
 * restitution).
 */

/** Directions of sliding among which the right one is looked for, before it is refined. */
const N_DIRECTION = 72
const N_HALVING = 80
/** Mobilities below this part of that along the normal are rounding errors: joints leave one motion along both. */
const ONE_MOTION = 1e-12

/** What is known along the normal: the velocity afterwards [m/s], or the impulse [N.s]. */
export type NormalCondition = { readonly velocity: number } | { readonly impulse: number }

/**
 * Solves (1) for one contact.
 *
 * @param W mobility [1/kg] (3 × 3)
 * @param u velocity before [m/s] (3)
 * @param mu coefficient of friction [1]
 * @param out λ [N.s] (3)
 */
export function solveContactImpulse(
  W: Float64Array,
  u: Float64Array,
  mu: number,
  condition: NormalCondition,
  out: Float64Array,
): void {
  if (!(W[0] > 0)) {
    // nothing can move them
    out.fill(0)
    return
  }
  if (mu === 0) {
    out[0] = 'impulse' in condition ? condition.impulse : (condition.velocity - u[0]) / W[0]
    out[1] = 0
    out[2] = 0
    return
  }
  if (stick(W, u, condition, out) && Math.hypot(out[1], out[2]) <= mu * out[0]) return
  slide(W, u, mu, condition, out)
}

/** Without sliding: u_t⁺ = 0. False: W does not determine it. */
function stick(W: Float64Array, u: Float64Array, condition: NormalCondition, out: Float64Array): boolean {
  // λ_t = -S (u_t + w_t λ_n) with S the inverse of the tangential block
  const det = W[4] * W[8] - W[5] * W[7]
  const size = Math.max(W[4], W[8])
  if (!(det > 1e-14 * size * size)) return stickAlongOne(W, u, condition, out)
  const solve = (b1: number, b2: number): [number, number] => [
    (W[8] * b1 - W[5] * b2) / det,
    (W[4] * b2 - W[7] * b1) / det,
  ]
  const [a1, a2] = solve(-u[1], -u[2])
  const [c1, c2] = solve(-W[3], -W[6])
  const mobility = W[0] + W[1] * c1 + W[2] * c2
  if ('velocity' in condition && !(mobility > ONE_MOTION * W[0])) return stop(W, u, condition.velocity, out)
  out[0] =
    'impulse' in condition
      ? condition.impulse
      : (condition.velocity - u[0] - W[1] * a1 - W[2] * a2) / mobility
  out[1] = a1 + c1 * out[0]
  out[2] = a2 + c2 * out[0]
  return out[0] > 0
}

/** The same where joints leave one tangential direction at most. */
function stickAlongOne(
  W: Float64Array,
  u: Float64Array,
  condition: NormalCondition,
  out: Float64Array,
): boolean {
  const axis = W[4] >= W[8] ? 1 : 2
  const [x, y] = axis === 1 ? [W[4], W[7]] : [W[5], W[8]]
  const length = Math.hypot(x, y)
  // the direction that moves; nothing moves against it
  const [d1, d2] = length > 1e-14 * W[0] ? [x / length, y / length] : [0, 0]
  const wtt = d1 * (W[4] * d1 + W[5] * d2) + d2 * (W[7] * d1 + W[8] * d2)
  const wnt = W[1] * d1 + W[2] * d2
  const ut = u[1] * d1 + u[2] * d2
  const a = wtt > 0 ? -ut / wtt : 0
  const c = wtt > 0 ? -wnt / wtt : 0
  const mobility = W[0] + wnt * c
  if ('velocity' in condition && !(mobility > ONE_MOTION * W[0])) return stop(W, u, condition.velocity, out)
  out[0] = 'impulse' in condition ? condition.impulse : (condition.velocity - u[0] - wnt * a) / mobility
  out[1] = d1 * (a + c * out[0])
  out[2] = d2 * (a + c * out[0])
  return out[0] > 0
}

/** What sticks has no motion along the normal: it stops, by the least impulse; or it cannot stick. */
function stop(W: Float64Array, u: Float64Array, velocity: number, out: Float64Array): boolean {
  out.fill(0)
  out[0] = -u[0] / W[0]
  return velocity === 0 && out[0] > 0
}

/** With sliding: the direction of u_t⁺ is the one against which the friction acts. */
function slide(
  W: Float64Array,
  u: Float64Array,
  mu: number,
  condition: NormalCondition,
  out: Float64Array,
): void {
  /** Moment of u_t⁺ about the direction θ: zero where both are parallel; and whether they have the same sense. */
  const evaluate = (theta: number): { readonly moment: number; readonly along: number } => {
    const d1 = Math.cos(theta)
    const d2 = Math.sin(theta)
    const mobility = W[0] - mu * (W[1] * d1 + W[2] * d2)
    out[0] = 'impulse' in condition ? condition.impulse : (condition.velocity - u[0]) / mobility
    out[1] = -mu * out[0] * d1
    out[2] = -mu * out[0] * d2
    const v1 = u[1] + W[3] * out[0] + W[4] * out[1] + W[5] * out[2]
    const v2 = u[2] + W[6] * out[0] + W[7] * out[1] + W[8] * out[2]
    // an impulse that pulls is none
    return { moment: d1 * v2 - d2 * v1, along: out[0] > 0 ? d1 * v1 + d2 * v2 : -1 }
  }
  // begins where it slides already: that direction is most often kept
  const first = Math.atan2(u[2], u[1])
  let best = first
  let bestAlong = Number.NEGATIVE_INFINITY
  let low = first
  let atLow = evaluate(low)
  if (atLow.moment === 0 && atLow.along >= 0) return
  for (let k = 1; k <= N_DIRECTION; k++) {
    const high = first + (2 * Math.PI * k) / N_DIRECTION
    const atHigh = evaluate(high)
    if (atLow.moment > 0 !== atHigh.moment > 0 && Math.max(atLow.along, atHigh.along) > 0) {
      const root = refine(evaluate, low, high, atLow.moment)
      const { along } = evaluate(root)
      if (along > bestAlong) {
        best = root
        bestAlong = along
      }
    }
    low = high
    atLow = atHigh
  }
  // friction that is more than what drives them apart: they jam
  if (bestAlong < 0 && 'velocity' in condition && condition.velocity > 0)
    solveContactImpulse(W, u, mu, { velocity: 0 }, out)
  else evaluate(best)
}

function refine(
  evaluate: (theta: number) => { readonly moment: number },
  a: number,
  b: number,
  momentAtA: number,
): number {
  let low = a
  let high = b
  for (let k = 0; k < N_HALVING; k++) {
    const middle = 0.5 * (low + high)
    if (middle === low || middle === high) break
    if (evaluate(middle).moment > 0 === momentAtA > 0) low = middle
    else high = middle
  }
  return 0.5 * (low + high)
}
