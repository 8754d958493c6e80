/** Random expressions over scalars, vectors and matrices, each as text and as a separate computation. */

/** A number, a vector, or a matrix by rows. */
export type Plain = number | number[] | number[][]

export type Shape = 'scalar' | 'vector' | 'matrix'

/** Values by name. */
export type Values = Readonly<Record<string, Plain>>

/** An expression with its separate computation. */
export interface Sample {
  readonly text: string
  readonly value: (values: Values) => Plain
}

/** Length of the vectors, rows and columns of the matrices. */
const N = 3
const INDICES = Array.from({ length: N }, (_, i) => i)

type Vector = number[]
type Matrix = number[][]

/** Applies `f` element by element; numbers are combined with every element. */
function byElement(f: (...x: number[]) => number, ...args: Plain[]): Plain {
  const array = args.find(Array.isArray)
  if (array === undefined) return f(...(args as number[]))
  return (array as Plain[]).map((_, i) =>
    byElement(f, ...args.map((arg) => (Array.isArray(arg) ? (arg[i] as Plain) : arg))),
  ) as Plain
}

const dot = (a: Vector, b: Vector): number => a.reduce((sum, x, i) => sum + x * b[i], 0)
const columns = (a: Matrix): Matrix => a[0].map((_, j) => a.map((row) => row[j]))
const multiply = (a: Matrix, b: Matrix): Matrix =>
  a.map((row) => columns(b).map((column) => dot(row, column)))
const flat = (a: Plain): number[] => (Array.isArray(a) ? (a as Plain[]).flatMap(flat) : [a])

/** Functions that act element by element, with bounded values and derivatives. */
const ELEMENTARY: readonly [string, (x: number) => number][] = [
  ['sin', Math.sin],
  ['cos', Math.cos],
  ['atan', Math.atan],
  ['tanh', Math.tanh],
]
/** Functions with kinks or jumps. */
const ROUGH: readonly [string, (x: number) => number][] = [
  ['abs', Math.abs],
  ['floor', Math.floor],
  ['ceil', Math.ceil],
  ['round', Math.round],
  ['sign', Math.sign],
]
const BINARY: readonly [string, (a: number, b: number) => number][] = [
  ['.+', (a, b) => a + b],
  ['.-', (a, b) => a - b],
  ['.*', (a, b) => a * b],
]

/** Creates expressions from the names of each shape. */
export class ExpressionGenerator {
  /** @param isSmooth true for differentiable expressions only */
  constructor(
    private readonly random: () => number,
    private readonly names: Readonly<Record<Shape, readonly string[]>>,
    private readonly isSmooth: boolean,
  ) {}

  next(shape: Shape, depth: number): Sample {
    if (depth === 0) return this.leaf(shape)
    const rules =
      shape === 'scalar' ? this.scalarRules : shape === 'vector' ? this.vectorRules : this.matrixRules
    const { text, value } = this.pick([...rules, ...this.commonRules])(shape, depth - 1)
    return { text: `(${text})`, value }
  }

  private pick<T>(list: readonly T[]): T {
    return list[Math.floor(this.random() * list.length)]
  }

  private leaf(shape: Shape): Sample {
    if (shape === 'scalar' && this.random() < 0.3) {
      const x = Math.round(this.random() * 8 - 4) / 2
      return { text: x < 0 ? `(${x})` : String(x), value: () => x }
    }
    const name = this.pick(this.names[shape])
    return { text: name, value: (values) => values[name] }
  }

  /** For every shape: sums, functions and products by element, scaling, choice. */
  private readonly commonRules: readonly ((shape: Shape, depth: number) => Sample)[] = [
    (shape, depth) => {
      const [a, b] = [this.next(shape, depth), this.next(shape, depth)]
      const isSum = this.random() < 0.5
      return {
        text: `(${a.text} ${isSum ? '+' : '-'} ${b.text})`,
        value: (v) => byElement((x, y) => (isSum ? x + y : x - y), a.value(v), b.value(v)),
      }
    },
    (shape, depth) => {
      const [fn, f] = this.pick(this.isSmooth ? ELEMENTARY : [...ELEMENTARY, ...ROUGH])
      const a = this.next(shape, depth)
      return { text: `${fn}(${a.text})`, value: (v) => byElement(f, a.value(v)) }
    },
    (shape, depth) => {
      const [fn, f] = this.pick(BINARY)
      const [a, b] = [this.next(shape, depth), this.next(this.random() < 0.5 ? shape : 'scalar', depth)]
      const [left, right] = this.random() < 0.5 ? [a, b] : [b, a]
      return {
        text: `(${left.text} ${fn} ${right.text})`,
        value: (v) => byElement(f, left.value(v), right.value(v)),
      }
    },
    (shape, depth) => {
      const [a, k] = [this.next(shape, depth), this.next('scalar', depth)]
      if (this.random() < 0.5)
        return {
          text: `-${a.text}*${k.text}`,
          value: (v) => byElement((x, y) => -x * y, a.value(v), k.value(v)),
        }
      return {
        text: `${a.text}/(2 + ${k.text}^2)`,
        value: (v) => byElement((x, y) => x / (2 + y * y), a.value(v), k.value(v)),
      }
    },
    (shape, depth) => {
      const [a, b] = [this.next(shape, depth), this.next(shape, depth)]
      if (this.isSmooth)
        return { text: `(${a.text}) .^ 2`, value: (v) => byElement((x) => x * x, a.value(v)) }
      const k = this.next('scalar', depth)
      return {
        text: `(if noEvent(${k.text} > 0.3) then ${a.text} else ${b.text})`,
        value: (v) => ((k.value(v) as number) > 0.3 ? a.value(v) : b.value(v)),
      }
    },
  ]

  private readonly scalarRules: readonly ((shape: Shape, depth: number) => Sample)[] = [
    (_, depth) => {
      const [a, b] = [this.next('vector', depth), this.next('vector', depth)]
      return {
        text: this.random() < 0.5 ? `(${a.text})*(${b.text})` : `dot(${a.text}, ${b.text})`,
        value: (v) => dot(a.value(v) as Vector, b.value(v) as Vector),
      }
    },
    (_, depth) => {
      const a = this.next(this.random() < 0.5 ? 'vector' : 'matrix', depth)
      return { text: `sum(${a.text})`, value: (v) => flat(a.value(v)).reduce((x, y) => x + y) }
    },
    (_, depth) => {
      const a = this.next(this.random() < 0.5 ? 'vector' : 'matrix', depth)
      if (this.isSmooth) {
        return {
          text: `norm(${a.text} .+ 20)`,
          value: (v) => Math.sqrt(flat(byElement((x) => x + 20, a.value(v))).reduce((s, x) => s + x * x, 0)),
        }
      }
      const isMax = this.random() < 0.5
      return {
        text: `${isMax ? 'max' : 'min'}(${a.text})`,
        value: (v) => Math[isMax ? 'max' : 'min'](...flat(a.value(v))),
      }
    },
    (_, depth) => {
      const [a, i, j] = [this.next('matrix', depth), this.pick(INDICES), this.pick(INDICES)]
      const row = i === N - 1 && this.random() < 0.5 ? 'end' : String(i + 1)
      return { text: `(${a.text})[${row}, ${j + 1}]`, value: (v) => (a.value(v) as Matrix)[i][j] }
    },
    (_, depth) => {
      const [a, i] = [this.next('vector', depth), this.pick(INDICES)]
      return { text: `(${a.text})[${i + 1}]`, value: (v) => (a.value(v) as Vector)[i] }
    },
  ]

  private readonly vectorRules: readonly ((shape: Shape, depth: number) => Sample)[] = [
    (_, depth) => {
      const [a, b] = [this.next('matrix', depth), this.next('vector', depth)]
      if (this.random() < 0.5)
        return {
          text: `(${a.text})*(${b.text})`,
          value: (v) => (a.value(v) as Matrix).map((row) => dot(row, b.value(v) as Vector)),
        }
      return {
        text: `(${b.text})*(${a.text})`,
        value: (v) => columns(a.value(v) as Matrix).map((column) => dot(column, b.value(v) as Vector)),
      }
    },
    (_, depth) => {
      const parts = INDICES.map(() => this.next('scalar', depth))
      return {
        text: `[${parts.map((part) => part.text).join(', ')}]`,
        value: (v) => parts.map((part) => part.value(v) as number),
      }
    },
    (_, depth) => {
      const [a, i] = [this.next('matrix', depth), this.pick(INDICES)]
      if (this.random() < 0.5)
        return { text: `(${a.text})[:, ${i + 1}]`, value: (v) => (a.value(v) as Matrix).map((row) => row[i]) }
      return { text: `(${a.text})[${i + 1}]`, value: (v) => (a.value(v) as Matrix)[i] }
    },
    (_, depth) => {
      const [a, k] = [this.next('vector', depth), this.next('scalar', depth)]
      return {
        text: `[(${a.text})[${N + 1} - r] + r*${k.text} for r in 1:${N}]`,
        value: (v) =>
          INDICES.map((i) => (a.value(v) as Vector)[N - 1 - i] + (i + 1) * (k.value(v) as number)),
      }
    },
    (_, depth) => {
      const [a, b] = [this.next('vector', depth), this.next('vector', depth)]
      return {
        text: `cross(${a.text}, ${b.text})`,
        value: (v) => {
          const [x, y] = [a.value(v) as Vector, b.value(v) as Vector]
          return INDICES.map((i) => x[(i + 1) % 3] * y[(i + 2) % 3] - x[(i + 2) % 3] * y[(i + 1) % 3])
        },
      }
    },
  ]

  private readonly matrixRules: readonly ((shape: Shape, depth: number) => Sample)[] = [
    (_, depth) => {
      const [a, b] = [this.next('matrix', depth), this.next('matrix', depth)]
      return {
        text: `(${a.text})*(${b.text})`,
        value: (v) => multiply(a.value(v) as Matrix, b.value(v) as Matrix),
      }
    },
    (_, depth) => {
      const [a, n] = [this.next('matrix', depth), this.pick([1, 2, 3])]
      return {
        text: `(${a.text})^${n}`,
        value: (v) =>
          Array.from({ length: n - 1 }, () => a.value(v) as Matrix).reduce(multiply, a.value(v) as Matrix),
      }
    },
    (_, depth) => {
      const rows = INDICES.map(() => this.next('vector', depth))
      return {
        text: `[${rows.map((row) => row.text).join(', ')}]`,
        value: (v) => rows.map((row) => row.value(v) as Vector),
      }
    },
    (_, depth) => {
      const a = this.next('matrix', depth)
      return { text: `transpose(${a.text})`, value: (v) => columns(a.value(v) as Matrix) }
    },
    (_, depth) => {
      const a = this.next('vector', depth)
      return {
        text: `diagonal(${a.text})`,
        value: (v) => INDICES.map((i) => INDICES.map((j) => (i === j ? (a.value(v) as Vector)[i] : 0))),
      }
    },
    (_, depth) => {
      const [a, k] = [this.next('vector', depth), this.next('scalar', depth)]
      return {
        text: `[i*(${a.text}) .+ ${k.text} for i in 1:${N}]`,
        value: (v) =>
          INDICES.map((i) => (a.value(v) as Vector).map((x) => (i + 1) * x + (k.value(v) as number))),
      }
    },
  ]
}
