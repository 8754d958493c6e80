import type { Expr } from '../../symbolic/index.ts'
import type { Assignment, Block, Residual, SystemBlock } from '../equations/index.ts'
import { type Slot, slotCode } from '../value-store/index.ts'
import type { EmitContext } from './emit-context.ts'
import { ExpressionEmitter } from './expression-emitter.ts'

/**
 * Equations per generated function. V8 does not optimize functions above about 60 kB of bytecode, which makes them 70
 * times slower; up to 400 equations nothing is lost (measured on Node 20).
 */
const EQUATIONS_PER_FUNCTION = 150

/** Vectors of at most this many elements between brackets are written one by one, without an array in between. */
const LONGEST_LITERAL = 16

/** Arguments of all generated functions: scalars, arrays, objects, conditions, run-time functions. */
export const ARGUMENTS = 'v, a, o, c, r'

/**
 * Arguments of the functions that compute derivatives along a direction: additionally those of scalars and of arrays.
 */
export const TANGENT_ARGUMENTS = `${ARGUMENTS}, d, e`

/** A sequence of blocks as source: functions of bounded length, to be called in order. */
export interface EmittedSequence {
  readonly functions: readonly string[]
}

/** Source of the residual function of a system: `(v, a, o, c, r, res)` runs the inner assignments and fills `res`. */
export interface EmittedSystem {
  readonly residual: string
}

/** Assignments, and the residuals that follow from them. */
export interface ResidualForm {
  readonly inner: readonly Assignment[]
  readonly residuals: readonly Residual[]
}

export class BlockEmitter {
  /** Systems in the order of their numbers, over all sequences. */
  readonly systems: { readonly block: SystemBlock; readonly source: EmittedSystem }[] = []

  constructor(private readonly context: EmitContext) {}

  /** Emits blocks in order. */
  sequence(blocks: readonly Block[]): EmittedSequence {
    const functions: string[] = []
    let lines: string[] = []
    let count = 0
    for (const block of blocks) {
      for (const line of this.block(block)) lines.push(line)
      count++
      if (count === EQUATIONS_PER_FUNCTION) {
        functions.push(wrap(ARGUMENTS, lines))
        lines = []
        count = 0
      }
    }
    if (lines.length > 0) functions.push(wrap(ARGUMENTS, lines))
    return { functions }
  }

  /** Emits a function that writes scalar expressions to consecutive places of its last argument `out`. */
  vectorFunction(exprs: readonly Expr[]): string {
    const lines: string[] = []
    exprs.forEach((expr, k) => {
      const emitter = new ExpressionEmitter(this.context)
      const isBoolean = emitter.rank(expr) === 'boolean'
      const code = emitter.scalar(expr)
      lines.push(...inBlock(emitter.prelude, [`out[${k}] = ${isBoolean ? `(${code}) ? 1 : 0` : code}`]))
    })
    return wrap(`${ARGUMENTS}, out`, lines)
  }

  private block(block: Block): string[] {
    return block.kind === 'assign' ? this.assignment(block) : this.system(block)
  }

  /** Emits functions that run assignments in order. */
  assignments(list: readonly Assignment[], args: string): string[] {
    const functions: string[] = []
    for (let k = 0; k < list.length; k += EQUATIONS_PER_FUNCTION) {
      const lines = list
        .slice(k, k + EQUATIONS_PER_FUNCTION)
        .flatMap((assignment) => this.assignment(assignment))
      functions.push(wrap(args, lines))
    }
    return functions
  }

  /** Emits a function that runs assignments and writes residuals to its last argument `res`. */
  residualFunction({ inner, residuals }: ResidualForm, args: string): string {
    const statements: string[][] = [
      ...inner.map((assignment) => this.assignment(assignment)),
      ...residuals.map((residual) => this.residual(residual)),
    ]
    if (statements.length <= EQUATIONS_PER_FUNCTION) {
      return wrap(`${args}, res`, ['let n = 0', ...statements.flat()])
    }
    // A long function is split; each part continues where the previous one ends.
    const parts: string[] = []
    for (let k = 0; k < statements.length; k += EQUATIONS_PER_FUNCTION) {
      const lines = statements.slice(k, k + EQUATIONS_PER_FUNCTION).flat()
      parts.push(wrap(`${args}, res, n`, [...lines, 'return n']))
    }
    const calls = parts.map((_, k) => `n = part${k}(${args}, res, n)`)
    const lines = [
      ...parts.map((part, k) => `const part${k} = ${part}`),
      `return ${wrap(`${args}, res`, ['let n = 0', ...calls])}`,
    ]
    return `(() => {\n${lines.join('\n')}\n})()`
  }

  private assignment({ target, value, text }: Assignment): string[] {
    const slot = this.context.slot(target)!
    const emitter = new ExpressionEmitter(this.context)
    const comment = commentOf(text)
    switch (slot.rank) {
      case 'boolean': {
        const code = emitter.scalar(value)
        return [comment, ...inBlock(emitter.prelude, [`v[${slot.index}] = ${code} ? 1 : 0`])]
      }
      case 'vector':
        if (emitter.rank(value) === 'scalar') {
          // A number fills all elements.
          const code = emitter.scalar(value)
          return [
            comment,
            ...inBlock(emitter.prelude, [
              `r.${slot.isTangent ? 'filledTangent' : 'filledVector'}(${slot.index}, ${code})`,
            ]),
          ]
        }
        if (value.kind === 'array' && value.elements.length <= LONGEST_LITERAL)
          return [comment, ...inBlock([], emitter.literalElements(vectorCode(slot), value))]
        if (!slot.isTangent && emitter.isVectorFunction(value)) {
          const code = emitter.functionCall(value)
          return [comment, ...inBlock(emitter.prelude, [`r.setVector(${slot.index}, ${code})`])]
        }
        return [comment, ...inBlock([], emitter.vectorLoop(vectorCode(slot), value))]
      case 'matrix':
        if (emitter.rank(value) === 'scalar') {
          const lines = [`${slotCode(slot)} = r.filledMatrix(${slot.index}, ${emitter.scalar(value)})`]
          return [comment, ...inBlock(emitter.prelude, lines)]
        }
        return [comment, ...inBlock(emitter.prelude, [`${slotCode(slot)} = ${emitter.value(value)}`])]
      default: {
        const code = slot.rank === 'scalar' ? emitter.scalar(value) : emitter.value(value)
        return [comment, ...inBlock(emitter.prelude, [`${slotCode(slot)} = ${code}`])]
      }
    }
  }

  private residual({ value, text }: Residual): string[] {
    const emitter = new ExpressionEmitter(this.context)
    const comment = commentOf(text)
    const rank = emitter.rank(value)
    if (rank === 'vector') return [comment, ...inBlock([], emitter.vectorLoop(null, value))]
    if (rank === 'matrix') {
      const code = emitter.value(value)
      const lines = [`const { data } = ${code}`, 'res.set(data, n)', 'n += data.length']
      return [comment, ...inBlock(emitter.prelude, lines)]
    }
    const code = emitter.scalar(value)
    return [comment, ...inBlock(emitter.prelude, [`res[n++] = ${code}`])]
  }

  private system(block: SystemBlock): string[] {
    const index = this.systems.length
    this.systems.push({ block, source: { residual: this.residualFunction(block, ARGUMENTS) } })
    return [`r.solve(${index}) // ${block.kind} system in ${describeUnknowns(block)}`]
  }
}

/** JavaScript for the vector of a slot once its length is known. */
function vectorCode({ index, isTangent }: Slot): string {
  return `r.${isTangent ? 'tangentVector' : 'vector'}(${index}, length)`
}

function describeUnknowns({ unknowns }: SystemBlock): string {
  const shown = unknowns.slice(0, 10).join(', ')
  return unknowns.length > 10 ? `${shown}, … (${unknowns.length} unknowns)` : shown
}

/** Encloses several statements in a block, which limits the scope of their declarations. */
function inBlock(prelude: readonly string[], lines: readonly string[]): string[] {
  const all = [...prelude, ...lines]
  return all.length === 1 ? all : ['{', ...all.map((line) => `  ${line}`), '}']
}

function wrap(args: string, lines: readonly string[]): string {
  return `(${args}) => {\n${lines.map((line) => `  ${line}`).join('\n')}\n}`
}

/** The equation as a comment of one line. */
function commentOf(text: string): string {
  return `// ${text.replace(/\s+/g, ' ')}`
}
