/**
 * Random expressions of known types, as texts of the language and as independent functions of JavaScript. An expression
 * is defined for all values of its leaves, so a run has no reason to end.
 */

export type Kind = 'number' | 'boolean' | 'vector' | 'matrix'

/** Values of the leaves at an instant. */
export type Leaves = Readonly<
  Record<string, number | boolean | readonly number[] | readonly (readonly number[])[]>
>

/** Smallest distance to a limit in the evaluation; near it both sides are correct. */
export interface Margin {
  smallest: number
}

export interface Typed {
  readonly text: string
  evaluate(leaves: Leaves, margin: Margin): Answer
}

export type Answer = number | boolean | number[] | number[][]

/** Number of rows and columns of the vectors and matrices. */
const SIZE = 3

type Evaluate<T> = (leaves: Leaves, margin: Margin) => T
interface Of<T extends Answer> extends Typed {
  evaluate: Evaluate<T>
}

export class ExpressionMaker {
  constructor(
    private readonly random: () => number,
    private readonly names: Readonly<Record<Kind, readonly string[]>>,
  ) {}

  make(kind: Kind, depth: number): Typed {
    if (kind === 'number') return this.number(depth)
    if (kind === 'boolean') return this.boolean(depth)
    return kind === 'vector' ? this.vector(depth) : this.matrix(depth)
  }

  private pick<T>(list: readonly T[]): T {
    return list[Math.floor(this.random() * list.length)]
  }

  private leaf<T extends Answer>(kind: Kind): Of<T> {
    const name = this.pick(this.names[kind])
    return { text: name, evaluate: (leaves) => leaves[name] as T }
  }

  private literal(): Of<number> {
    const value = this.pick([0, 1, 2, 3, 0.5, 0.3, 1.7, 12, 1e-3, 250])
    return { text: String(value), evaluate: () => value }
  }

  private number(depth: number): Of<number> {
    if (depth <= 0) return this.random() < 0.3 ? this.literal() : this.leaf<number>('number')
    const n = (): Of<number> => this.number(depth - 1)
    const [a, b] = [n(), n()]
    switch (
      this.pick([
        'sum',
        'sum',
        'product',
        'quotient',
        'power',
        'function',
        'step',
        'step2',
        'if',
        'if',
        'array',
        'minmax',
        'minus',
        'sign',
      ])
    ) {
      case 'sum': {
        const [op, s] = this.pick([
          ['+', 1],
          ['-', -1],
        ] as const)
        return {
          text: `(${a.text} ${op} ${b.text})`,
          evaluate: (l, m) => a.evaluate(l, m) + s * b.evaluate(l, m),
        }
      }
      case 'product':
        return {
          text: `${paren(a)}*${paren(b)}`,
          evaluate: (l, m) => tame(a.evaluate(l, m) * b.evaluate(l, m), m),
        }
      case 'quotient':
        return {
          text: `${paren(a)}/(1 + ${paren(b)}^2)`,
          evaluate: (l, m) => a.evaluate(l, m) / (1 + b.evaluate(l, m) ** 2),
        }
      case 'power': {
        const p = this.pick([2, 3, -1])
        return p > 0
          ? { text: `${paren(a)}^${p}`, evaluate: (l, m) => tame(a.evaluate(l, m) ** p, m) }
          : {
              text: `-(1.5 + abs(${a.text}))^-1`,
              evaluate: (l, m) => -1 / (1.5 + Math.abs(a.evaluate(l, m))),
            }
      }
      case 'function': {
        const [text, f] = this.pick<[string, (x: number) => number]>([
          ['sin', Math.sin],
          ['cos', Math.cos],
          ['atan', Math.atan],
          ['tanh', Math.tanh],
          ['abs', Math.abs],
        ])
        return { text: `${text}(${a.text})`, evaluate: (l, m) => f(a.evaluate(l, m)) }
      }
      case 'step': {
        const [text, f] = this.pick<[string, (x: number) => number]>([
          ['floor', Math.floor],
          ['ceil', Math.ceil],
          ['integer', Math.floor],
          ['round', Math.round],
        ])
        const shift = text === 'round' ? 0.5 : 0
        return {
          text: `${text}(${a.text})`,
          evaluate: (l, m) => {
            const x = a.evaluate(l, m)
            meetWhole(x + shift, m)
            return f(x)
          },
        }
      }
      case 'step2': {
        const divisor = this.pick([0.7, 2, -3, 1.25])
        const [text, f] = this.pick<[string, (x: number, y: number) => number]>([
          ['mod', (x, y) => x - Math.floor(x / y) * y],
          ['rem', (x, y) => x - Math.trunc(x / y) * y],
          ['div', (x, y) => Math.trunc(x / y)],
        ])
        return {
          text: `${text}(${a.text}, ${divisor})`,
          evaluate: (l, m) => {
            const x = a.evaluate(l, m)
            meetWhole(x / divisor, m)
            return f(x, divisor)
          },
        }
      }
      case 'sign':
        return {
          text: `sign(${a.text})`,
          evaluate: (l, m) => {
            const x = a.evaluate(l, m)
            meet(x, 1, m)
            return Math.sign(x)
          },
        }
      case 'minmax':
        return this.random() < 0.5
          ? {
              text: `min(${a.text}, ${b.text})`,
              evaluate: (l, m) => Math.min(a.evaluate(l, m), b.evaluate(l, m)),
            }
          : {
              text: `max(${a.text}, ${b.text})`,
              evaluate: (l, m) => Math.max(a.evaluate(l, m), b.evaluate(l, m)),
            }
      case 'minus':
        return { text: `(-${paren(a)})`, evaluate: (l, m) => -a.evaluate(l, m) }
      case 'if': {
        const c = this.boolean(depth - 1)
        return this.choose(c, a, b)
      }
      default:
        return this.numberOfArray(depth)
    }
  }

  private choose<T extends Answer>(c: Of<boolean>, a: Of<T>, b: Of<T>): Of<T> {
    return {
      text:
        this.random() < 0.8
          ? `(if ${c.text} then ${a.text} else ${b.text})`
          : `((${c.text}) ? ${a.text} : ${b.text})`,
      evaluate: (l, m) => {
        // the limit of a branch that is not taken does not matter
        return c.evaluate(l, m) ? a.evaluate(l, m) : b.evaluate(l, m)
      },
    }
  }

  private numberOfArray(depth: number): Of<number> {
    const [v, w] = [this.vector(depth - 1), this.vector(depth - 1)]
    switch (this.pick(['sum', 'dot', 'norm', 'product', 'element', 'size', 'matrix', 'sumRule'])) {
      case 'sum':
        return { text: `sum(${v.text})`, evaluate: (l, m) => v.evaluate(l, m).reduce((s, x) => s + x, 0) }
      case 'dot':
        return {
          text: `dot(${v.text}, ${w.text})`,
          evaluate: (l, m) => tame(dot(v.evaluate(l, m), w.evaluate(l, m)), m),
        }
      case 'product':
        return {
          text: `${paren(v)}*${paren(w)}`,
          evaluate: (l, m) => tame(dot(v.evaluate(l, m), w.evaluate(l, m)), m),
        }
      case 'norm':
        return { text: `norm(${v.text})`, evaluate: (l, m) => Math.hypot(...v.evaluate(l, m)) }
      case 'element': {
        const [name, k] = [this.pick(this.names.vector), 1 + Math.floor(this.random() * SIZE)]
        return { text: `${name}[${k}]`, evaluate: (l) => (l[name] as number[])[k - 1] }
      }
      case 'size':
        return { text: `length(${v.text})`, evaluate: () => SIZE }
      case 'matrix': {
        const [name, i, k] = [
          this.pick(this.names.matrix),
          1 + Math.floor(this.random() * SIZE),
          1 + Math.floor(this.random() * SIZE),
        ]
        return { text: `${name}[${i}, ${k}]`, evaluate: (l) => (l[name] as number[][])[i - 1][k - 1] }
      }
      default: {
        const a = this.number(depth - 2)
        return {
          text: `sum([${paren(a)}*i for i in 1:4])`,
          evaluate: (l, m) => tame(10 * a.evaluate(l, m), m),
        }
      }
    }
  }

  private boolean(depth: number): Of<boolean> {
    if (depth <= 0) return this.leaf<boolean>('boolean')
    const [a, b] = [this.number(depth - 1), this.number(depth - 1)]
    switch (this.pick(['relation', 'relation', 'relation', 'and', 'or', 'not', 'if', 'leaf'])) {
      case 'relation': {
        const [op, f] = this.pick<[string, (x: number, y: number) => boolean]>([
          ['<', (x, y) => x < y],
          ['<=', (x, y) => x <= y],
          ['>', (x, y) => x > y],
          ['>=', (x, y) => x >= y],
        ])
        return {
          text: `${a.text} ${op} ${b.text}`,
          evaluate: (l, m) => {
            const [x, y] = [a.evaluate(l, m), b.evaluate(l, m)]
            meet(x - y, Math.max(1, Math.abs(x), Math.abs(y)), m)
            return f(x, y)
          },
        }
      }
      case 'and':
      case 'or': {
        const isAnd = this.random() < 0.5
        const [p, q] = [this.boolean(depth - 1), this.boolean(depth - 1)]
        const word = this.random() < 0.7 ? (isAnd ? 'and' : 'or') : isAnd ? '&&' : '||'
        return {
          text: `((${p.text}) ${word} (${q.text}))`,
          evaluate: (l, m) => {
            const [x, y] = [p.evaluate(l, m), q.evaluate(l, m)]
            return isAnd ? x && y : x || y
          },
        }
      }
      case 'not': {
        const p = this.boolean(depth - 1)
        return { text: `${this.pick(['not ', '!'])}(${p.text})`, evaluate: (l, m) => !p.evaluate(l, m) }
      }
      case 'if':
        return this.choose(this.boolean(depth - 1), this.boolean(depth - 1), this.boolean(depth - 1))
      default:
        return this.leaf<boolean>('boolean')
    }
  }

  private vector(depth: number): Of<number[]> {
    if (depth <= 0) return this.leaf<number[]>('vector')
    const v = (): Of<number[]> => this.vector(depth - 1)
    const [a, b] = [v(), v()]
    switch (
      this.pick(['sum', 'scaled', 'elements', 'list', 'rule', 'matrix', 'function', 'if', 'row', 'cross'])
    ) {
      case 'sum': {
        const [op, s] = this.pick([
          ['+', 1],
          ['-', -1],
        ] as const)
        return {
          text: `(${a.text} ${op} ${b.text})`,
          evaluate: (l, m) => zip(a.evaluate(l, m), b.evaluate(l, m), (x, y) => x + s * y),
        }
      }
      case 'scaled': {
        const k = this.number(depth - 1)
        return {
          text: this.random() < 0.5 ? `${paren(k)}*${paren(a)}` : `${paren(a)}*${paren(k)}`,
          evaluate: (l, m) => {
            const factor = k.evaluate(l, m)
            return a.evaluate(l, m).map((x) => tame(factor * x, m))
          },
        }
      }
      case 'elements': {
        const [op, f] = this.pick<[string, (x: number, y: number) => number]>([
          ['.*', (x, y) => x * y],
          ['.+', (x, y) => x + y],
          ['.-', (x, y) => x - y],
        ])
        return {
          text: `(${paren(a)} ${op} ${paren(b)})`,
          evaluate: (l, m) => zip(a.evaluate(l, m), b.evaluate(l, m), (x, y) => tame(f(x, y), m)),
        }
      }
      case 'list': {
        const parts = Array.from({ length: SIZE }, () => this.number(depth - 1))
        return {
          text: `[${parts.map((each) => each.text).join(', ')}]`,
          evaluate: (l, m) => parts.map((each) => each.evaluate(l, m)),
        }
      }
      case 'rule': {
        const [name, c] = [this.pick(this.names.vector), this.number(depth - 2)]
        return {
          text: `[if ${name}[i] > ${c.text} then i*${name}[i] else -${paren(c)} for i in 1:${SIZE}]`,
          evaluate: (l, m) => {
            const limit = c.evaluate(l, m)
            return (l[name] as number[]).map((x, i) => {
              meet(x - limit, Math.max(1, Math.abs(limit)), m)
              return x > limit ? (i + 1) * x : -limit
            })
          },
        }
      }
      case 'matrix': {
        const M = this.matrix(depth - 1)
        return {
          text: `${paren(M)}*${paren(a)}`,
          evaluate: (l, m) => times(M.evaluate(l, m), a.evaluate(l, m), m),
        }
      }
      case 'function': {
        const [text, f] = this.pick<[string, (x: number) => number]>([
          ['sin', Math.sin],
          ['abs', Math.abs],
          ['tanh', Math.tanh],
        ])
        return { text: `${text}(${a.text})`, evaluate: (l, m) => a.evaluate(l, m).map(f) }
      }
      case 'if':
        return this.choose(this.boolean(depth - 1), a, b)
      case 'row': {
        const [name, i] = [this.pick(this.names.matrix), 1 + Math.floor(this.random() * SIZE)]
        return this.random() < 0.5
          ? { text: `${name}[${i}, :]`, evaluate: (l) => [...(l[name] as number[][])[i - 1]] }
          : { text: `${name}[:, ${i}]`, evaluate: (l) => (l[name] as number[][]).map((row) => row[i - 1]) }
      }
      default:
        return {
          text: `cross(${a.text}, ${b.text})`,
          evaluate: (l, m) => {
            const [x, y] = [a.evaluate(l, m), b.evaluate(l, m)]
            return [x[1] * y[2] - x[2] * y[1], x[2] * y[0] - x[0] * y[2], x[0] * y[1] - x[1] * y[0]].map(
              (z) => tame(z, m),
            )
          },
        }
    }
  }

  private matrix(depth: number): Of<number[][]> {
    if (depth <= 0) return this.leaf<number[][]>('matrix')
    const [a, b] = [this.matrix(depth - 1), this.matrix(depth - 1)]
    switch (this.pick(['sum', 'product', 'transpose', 'diagonal', 'rows', 'if', 'scaled', 'skew'])) {
      case 'sum':
        return {
          text: `(${a.text} + ${b.text})`,
          evaluate: (l, m) =>
            a.evaluate(l, m).map((row, i) => zip(row, b.evaluate(l, m)[i], (x, y) => x + y)),
        }
      case 'product':
        return {
          text: `${paren(a)}*${paren(b)}`,
          evaluate: (l, m) => {
            const right = b.evaluate(l, m)
            return a.evaluate(l, m).map((row) =>
              right[0].map((_, k) =>
                tame(
                  dot(
                    row,
                    right.map((other) => other[k]),
                  ),
                  m,
                ),
              ),
            )
          },
        }
      case 'transpose':
        return {
          text: `transpose(${a.text})`,
          evaluate: (l, m) => {
            const M = a.evaluate(l, m)
            return M[0].map((_, k) => M.map((row) => row[k]))
          },
        }
      case 'diagonal': {
        const v = this.vector(depth - 1)
        return {
          text: `diagonal(${v.text})`,
          evaluate: (l, m) => {
            const x = v.evaluate(l, m)
            return x.map((each, i) => x.map((_, k) => (i === k ? each : 0)))
          },
        }
      }
      case 'rows': {
        const parts = Array.from({ length: SIZE * SIZE }, () => this.number(depth - 2))
        const rowOf = (i: number): Of<number>[] => parts.slice(SIZE * i, SIZE * (i + 1))
        return {
          text: `[${[0, 1, 2]
            .map((i) =>
              rowOf(i)
                .map((each) => each.text)
                .join(', '),
            )
            .join('; ')}]`,
          evaluate: (l, m) => [0, 1, 2].map((i) => rowOf(i).map((each) => each.evaluate(l, m))),
        }
      }
      case 'if':
        return this.choose(this.boolean(depth - 1), a, b)
      case 'scaled': {
        const k = this.number(depth - 1)
        return {
          text: `${paren(k)}*${paren(a)}`,
          evaluate: (l, m) => {
            const factor = k.evaluate(l, m)
            return a.evaluate(l, m).map((row) => row.map((x) => tame(factor * x, m)))
          },
        }
      }
      default: {
        const v = this.vector(depth - 1)
        return {
          text: `skew(${v.text})`,
          evaluate: (l, m) => {
            const [x, y, z] = v.evaluate(l, m)
            return [
              [0, -z, y],
              [z, 0, -x],
              [-y, x, 0],
            ]
          },
        }
      }
    }
  }
}

const paren = (e: Typed): string => (/^[\w.]+$/.test(e.text) ? e.text : `(${e.text})`)
const dot = (a: readonly number[], b: readonly number[]): number => a.reduce((s, x, i) => s + x * b[i], 0)
const zip = (a: readonly number[], b: readonly number[], f: (x: number, y: number) => number): number[] =>
  a.map((x, i) => f(x, b[i]))
const times = (M: readonly (readonly number[])[], v: readonly number[], m: Margin): number[] =>
  M.map((row) => tame(dot(row, v), m))

/** Notes the distance of x from zero, relative to the compared values. */
function meet(x: number, size: number, margin: Margin): void {
  margin.smallest = Math.min(margin.smallest, Math.abs(x) / size)
}

/** Notes the distance of x from a whole number. */
function meetWhole(x: number, margin: Margin): void {
  meet(x - Math.round(x), Math.max(1, Math.abs(x)), margin)
}

/** Numbers whose rounding errors reach the limits count as being at one. */
function tame(x: number, margin: Margin): number {
  if (!(Math.abs(x) < 1e6)) margin.smallest = 0
  return x
}
