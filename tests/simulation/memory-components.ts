/** Components with memory for several tests. */
import { equations, Model, Par, Var } from 'vario'
import type {
  ComponentMemory,
  EventIndicators,
  SegmentContext,
  VariantResult,
  VariantState,
} from 'vario/components'

const NONE: VariantState = { values: new Float64Array(0), derivatives: new Float64Array(0) }

/** der(x) = A x + B u, y = C x, and w = W x in the results only; numbers of states and of results are parameters. */
export const LinearStateSpace = Model({
  A: Par([[-1]]),
  B: Par([[1]]),
  C: Par([[1]]),
  W: Par([[1]]),
  x_init: Par([0]),
  u: Var({ input: true, start: [0] }),
  y: Var({ output: true, start: [0] }),
  build: () => {
    const { output, setInput } = StateSpaceMemory.prototype
    const vector = { name: 'output', evaluate: output, shape: 'vector' as const }
    return {
      memory: () => new StateSpaceMemory(),
      model: {
        done: Var({ hideResult: true }),
        equations: equations`
          y = ${vector}()
          done = ${setInput}(u)
        `,
      },
    }
  },
})

class StateSpaceMemory implements ComponentMemory {
  private x = NONE
  private w: VariantResult = NONE
  private matrices: Record<string, ReturnType<SegmentContext['matrix']>> = {}
  private u: Float64Array = new Float64Array(0)

  output(): Float64Array {
    return this.multiply('C', this.x.values, new Float64Array(this.matrices['C'].rows))
  }

  setInput(u: Float64Array): number {
    this.u = u
    return 0
  }

  initSegment(segment: SegmentContext): void {
    for (const name of ['A', 'B', 'C', 'W']) this.matrices[name] = segment.matrix(name)
    this.x = segment.state('x', { start: segment.vector('x_init') })
    this.w = segment.result('w', { size: [this.matrices['W'].rows] })
  }

  evaluate(): void {
    this.x.derivatives.fill(0)
    this.multiply('A', this.x.values, this.x.derivatives)
    this.multiply('B', this.u, this.x.derivatives)
  }

  writeResults(): void {
    this.w.values.fill(0)
    this.multiply('W', this.x.values, this.w.values)
  }

  private multiply(name: string, x: Float64Array, out: Float64Array): Float64Array {
    const { rows, cols, data } = this.matrices[name]
    for (let i = 0; i < rows; i++) for (let j = 0; j < cols; j++) out[i] += data[i * cols + j] * x[j]
    return out
  }
}

/** A bouncing ball whose height and velocity are variant states; the height is an event indicator. */
export const HiddenBall = Model({
  h0: Par(1, 'm'),
  e: Par(0.7),
  g: Par(9.81, 'm/s2'),
  build: () => ({ memory: () => new BallMemory() }),
})

class BallMemory implements ComponentMemory {
  private h = NONE
  private v = NONE
  private contact: EventIndicators = { values: new Float64Array(0), crossing: new Int8Array(0) }
  private bounces: VariantResult = NONE
  private g = 0
  private e = 0
  private nBounce = 0

  initSegment(segment: SegmentContext): void {
    this.g = segment.number('g')
    this.e = segment.number('e')
    this.h = segment.state('h', { start: segment.number('h0'), unit: 'm' })
    this.v = segment.state('v', { start: 0, unit: 'm/s' })
    this.contact = segment.indicators(1)
    this.bounces = segment.result('bounces')
    this.nBounce = 0
  }

  evaluate(): void {
    this.h.derivatives[0] = this.v.values[0]
    this.v.derivatives[0] = -this.g
    this.contact.values[0] = this.h.values[0]
  }

  onEvent(): void {
    if (this.contact.crossing[0] >= 0) return
    this.contact.crossing[0] = 0
    this.v.values[0] *= -this.e
    this.nBounce++
  }

  writeResults(): void {
    this.bounces.values[0] = this.nBounce
  }
}

/** A component made of hooks, for single aspects. */
export function hooksOf(hooks: ComponentMemory, model: Record<string, unknown> = {}) {
  return Model({ nT: Par(1), m: Par([[1]]), build: () => ({ memory: () => hooks, model }) })
}
