import { createQr, factorQr, type Qr, solveQr } from '../../math/index.ts'
import type { ModelStates, StartKind } from '../../simulation/index.ts'
import type { World } from '../world/index.ts'

/** Step of differences relative to a state, or to 1. */
const DIFFERENCE = 2 ** -20

/** Flanges that move together move by the same states, up to errors of the differences. */
const RANK_TOLERANCE = 1e-6

/**
 * Dependence of positions and velocities of flanges on the states of the equations: a joint may turn with a motor
 * behind a gear, whose angle is the state. Relations are linear, or practically so for the small moves of a projection.
 */
export class FlangeMap {
  /** 1 if states move a flange: otherwise its motion is prescribed (n). */
  readonly isMovable: Uint8Array
  /** Kinds of the start values in the equations for the positions and the velocities of flanges (n). */
  readonly positionKinds: readonly StartKind[]
  readonly velocityKinds: readonly StartKind[]
  private readonly positions: Moves
  private readonly velocities: Moves

  constructor(
    private readonly world: World,
    states: ModelStates,
  ) {
    const { flanges } = world
    const { n } = flanges
    const x = states.read()
    const dx = new Float64Array(x.length)
    const read = (): { q: Float64Array; v: Float64Array } => {
      const motion = { q: new Float64Array(n), v: new Float64Array(n) }
      flanges.readMotion(motion.q, motion.v)
      return motion
    }
    states.evaluate(x, dx)
    const before = read()
    this.positions = new Moves(n, states.nEquation)
    this.velocities = new Moves(n, states.nEquation)
    for (let i = 0; i < states.nEquation; i++) {
      const moved = x.slice()
      moved[i] += DIFFERENCE * Math.max(1, Math.abs(x[i]))
      const h = moved[i] - x[i]
      states.evaluate(moved, dx)
      const after = read()
      for (let k = 0; k < n; k++) {
        this.positions.set(k, i, (after.q[k] - before.q[k]) / h)
        this.velocities.set(k, i, (after.v[k] - before.v[k]) / h)
      }
    }
    states.evaluate(x, dx)
    this.isMovable = Uint8Array.from({ length: n }, (_, k) =>
      this.positions.isMoved(k) && this.velocities.isMoved(k) ? 1 : 0,
    )
    const list = (moves: Moves): StartKind[] =>
      Array.from({ length: n }, (_, k) => moves.kindOf(k, states.startKinds))
    this.positionKinds = list(this.positions)
    this.velocityKinds = list(this.velocities)
  }

  displace(x: Float64Array, dq: Float64Array): void {
    this.positions.add(x, this.world.flanges.select(dq))
  }

  kick(x: Float64Array, dv: Float64Array): void {
    this.velocities.add(x, this.world.flanges.select(dv))
  }
}

/** Computes the matrix of moves: flanges by states. */
class Moves {
  private readonly G: Float64Array
  private qr: Qr | null = null

  constructor(
    private readonly nFlange: number,
    private readonly nState: number,
  ) {
    this.G = new Float64Array(nFlange * nState)
  }

  set(flange: number, state: number, move: number): void {
    // rounding errors of a difference are not a move
    this.G[this.nState * flange + state] = Math.abs(move) > 1e-6 ? move : 0
  }

  isMoved(flange: number): boolean {
    return this.G.subarray(this.nState * flange, this.nState * (flange + 1)).some((move) => move !== 0)
  }

  /** Kind of the start value of a flange: the weakest one of the states that move it (nState). */
  kindOf(flange: number, kinds: readonly StartKind[]): StartKind {
    const movers = kinds.filter((_, i) => this.G[this.nState * flange + i] !== 0)
    if (movers.includes('guess')) return 'guess'
    return movers.includes('default') ? 'default' : 'given'
  }

  /** Adds the least change of the states that moves the flanges by `move`. */
  add(x: Float64Array, move: Float64Array): void {
    if (this.nState === 0) return
    const change = new Float64Array(this.nState)
    solveQr(this.factored(), move, change)
    for (let i = 0; i < change.length; i++) x[i] += change[i]
  }

  private factored(): Qr {
    if (this.qr !== null) return this.qr
    this.qr = createQr(this.nFlange, this.nState)
    this.qr.a.set(this.G)
    factorQr(this.qr, RANK_TOLERANCE)
    return this.qr
  }
}
