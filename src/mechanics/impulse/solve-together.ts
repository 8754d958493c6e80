/**
 * Impulses of several contacts at once, as a complementarity problem with friction. The contacts take turns until
 * nothing changes [Jourdan, Alart, Jean 1998]; each of them solves its own problem exactly, for what the others do.
 * Without friction the last digits come from a system of equations for those that press.
 */
import { solveContactImpulse } from './contact-impulse.ts'
import type { ImpactContact, ImpactOptions } from './impact-system.ts'

/** Turns at most. */
const MAX_TURNS = 20_000
/** Changes below this part of the largest impulse are rounding errors. */
const SETTLED = 1e-15
/** What velocities may fall short of what is asked, relative to the fastest approach: turns have found an answer. */
const FULFILLED = 1e-6

/**
 * @param W mobility of all [1/kg] (3n × 3n)
 * @param u velocities before [m/s] (3n)
 * @param factor what coefficients of restitution are multiplied by [1]
 * @returns impulses [N.s] (3n)
 */
export function solveTogether(
  W: Float64Array,
  u: Float64Array,
  contacts: readonly ImpactContact[],
  factor: number,
  restitution: ImpactOptions['restitution'],
): Float64Array<ArrayBuffer> {
  const none = new Float64Array(contacts.length)
  if (restitution === 'newton') {
    const after = Float64Array.from(contacts, (contact, k) =>
      u[3 * k] < -contact.threshold ? -factor * contact.restitution * u[3 * k] : 0,
    )
    const impulses = takeTurns(W, u, contacts, after, none)
    // Contacts that stick allow no velocities but those of rolling: two that are wedged cannot separate both as restitution
    // asks, and push each other without end. Without restitution there is always an answer.
    return areFulfilled(W, u, after, impulses) ? impulses : takeTurns(W, u, contacts, none, none)
  }
  const impulses = takeTurns(W, u, contacts, none, none)
  const n = u.length
  const middle = u.map((v, i) => {
    let sum = v
    for (let j = 0; j < n; j++) sum += W[n * i + j] * impulses[j]
    return sum
  })
  const least = Float64Array.from(contacts, (contact, k) => factor * contact.restitution * impulses[3 * k])
  const second = takeTurns(W, middle, contacts, none, least)
  return impulses.map((lambda, i) => lambda + second[i])
}

/**
 * Impulses λ with λ_n >= `least`, u_n⁺ >= `after`, one of both being an equality.
 */
function takeTurns(
  W: Float64Array,
  u: Float64Array,
  contacts: readonly ImpactContact[],
  after: Float64Array,
  least: Float64Array,
): Float64Array<ArrayBuffer> {
  const n = u.length
  const lambda = new Float64Array(n)
  const own = new Float64Array(9)
  const free = new Float64Array(3)
  const next = new Float64Array(3)
  for (let turn = 0; turn < MAX_TURNS; turn++) {
    let change = 0
    let size = 0
    for (let k = 0; k < contacts.length; k++) {
      const o = 3 * k
      for (let r = 0; r < 3; r++) {
        let sum = u[o + r]
        for (let j = 0; j < n; j++) if (j < o || j > o + 2) sum += W[n * (o + r) + j] * lambda[j]
        free[r] = sum
        for (let c = 0; c < 3; c++) own[3 * r + c] = W[n * (o + r) + o + c]
      }
      solveOwn(own, free, contacts[k].friction, after[k], least[k], next)
      for (let r = 0; r < 3; r++) {
        change = Math.max(change, Math.abs(next[r] - lambda[o + r]))
        size = Math.max(size, Math.abs(next[r]))
        lambda[o + r] = next[r]
      }
    }
    if (change <= SETTLED * size) break
  }
  if (contacts.every(({ friction }) => friction === 0)) polish(W, u, after, least, lambda)
  return lambda
}

/** Whether no contact separates slower than `after`. */
function areFulfilled(W: Float64Array, u: Float64Array, after: Float64Array, lambda: Float64Array): boolean {
  const n = u.length
  const fastest = u.reduce((max, v, i) => (i % 3 === 0 ? Math.max(max, -v) : max), 0)
  return after.every((least, k) => {
    let normal = u[3 * k]
    for (let j = 0; j < n; j++) normal += W[3 * n * k + j] * lambda[j]
    return normal >= least - FULFILLED * fastest
  })
}

/** One contact, for what the others do. */
function solveOwn(
  W: Float64Array,
  free: Float64Array,
  mu: number,
  after: number,
  least: number,
  out: Float64Array,
): void {
  // with the least impulse it may separate already
  out.fill(0)
  if (least > 0) solveContactImpulse(W, free, mu, { impulse: least }, out)
  const normal = free[0] + W[0] * out[0] + W[1] * out[1] + W[2] * out[2]
  if (normal < after) solveContactImpulse(W, free, mu, { velocity: after }, out)
}

/** Normal impulses of those that press, from their equations; as they were if these are singular. */
function polish(
  W: Float64Array,
  u: Float64Array,
  after: Float64Array,
  least: Float64Array,
  lambda: Float64Array,
): void {
  const n = u.length
  const pressing = Array.from(after.keys()).filter((k) => lambda[3 * k] > least[k])
  const m = pressing.length
  const A = pressing.map((i) => pressing.map((j) => W[3 * n * i + 3 * j]))
  const b = pressing.map((i) => {
    let sum = after[i] - u[3 * i]
    for (let j = 0; j < after.length; j++)
      if (!pressing.includes(j)) sum -= W[3 * n * i + 3 * j] * lambda[3 * j]
    return sum
  })
  for (let k = 0; k < m; k++) {
    // symmetric and positive definite: no pivots
    if (!(A[k][k] > 1e-12 * W[3 * n * pressing[k] + 3 * pressing[k]])) return
    for (let i = k + 1; i < m; i++) {
      const factor = A[i][k] / A[k][k]
      for (let j = k; j < m; j++) A[i][j] -= factor * A[k][j]
      b[i] -= factor * b[k]
    }
  }
  const x = new Float64Array(m)
  for (let k = m - 1; k >= 0; k--) {
    let sum = b[k]
    for (let j = k + 1; j < m; j++) sum -= A[k][j] * x[j]
    x[k] = sum / A[k][k]
  }
  if (!x.every((value, i) => value > least[pressing[i]])) return
  pressing.forEach((k, i) => {
    lambda[3 * k] = x[i]
  })
}
