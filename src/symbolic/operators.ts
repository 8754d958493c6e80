/**
 * Operators of the language that look like functions, but have a meaning for the simulator: derivatives, events,
 * clocks.
 */

export interface LanguageOperator {
  readonly name: string
  readonly arity: readonly [min: number, max: number]
  /** Notation, for error messages. */
  readonly usage: string
  /**
   * Behavior in time: 'through' returns its first argument; 'discrete' is piecewise constant, so its derivative is 0;
   * 'statement' has no value.
   */
  readonly nature: 'derivative' | 'through' | 'discrete' | 'statement'
}

const MANY = Number.POSITIVE_INFINITY

const LIST: readonly LanguageOperator[] = [
  { name: 'der', arity: [1, 1], usage: 'der(x), der(der(x))', nature: 'derivative' },
  { name: 'noEvent', arity: [1, 1], usage: 'noEvent(expression)', nature: 'through' },
  {
    name: 'implicitDependency',
    arity: [2, MANY],
    usage: 'implicitDependency(expression, variable, …)',
    nature: 'through',
  },
  { name: 'inStream', arity: [1, 1], usage: 'inStream(port.h_outflow)', nature: 'through' },
  { name: 'actualStream', arity: [1, 1], usage: 'actualStream(port.h_outflow)', nature: 'through' },
  { name: 'pre', arity: [1, 1], usage: 'pre(x)', nature: 'discrete' },
  { name: 'edge', arity: [1, 1], usage: 'edge(condition)', nature: 'discrete' },
  { name: 'change', arity: [1, 1], usage: 'change(x)', nature: 'discrete' },
  { name: 'initial', arity: [0, 0], usage: 'initial()', nature: 'discrete' },
  { name: 'terminal', arity: [0, 0], usage: 'terminal()', nature: 'discrete' },
  { name: 'after', arity: [1, 2], usage: "after(t) or after(t, 'unit')", nature: 'discrete' },
  { name: 'positive', arity: [1, 1], usage: 'positive(expression)', nature: 'discrete' },
  { name: 'negative', arity: [1, 1], usage: 'negative(expression)', nature: 'discrete' },
  { name: 'sample', arity: [1, 2], usage: 'sample(x) or sample(x, clock)', nature: 'discrete' },
  { name: 'hold', arity: [1, 2], usage: 'hold(x) or hold(x, clock)', nature: 'discrete' },
  { name: 'previous', arity: [1, 2], usage: 'previous(x) or previous(x, clock)', nature: 'discrete' },
  { name: 'subSample', arity: [1, 2], usage: 'subSample(x, factor)', nature: 'discrete' },
  { name: 'superSample', arity: [1, 2], usage: 'superSample(x, factor)', nature: 'discrete' },
  { name: 'shiftSample', arity: [2, 3], usage: 'shiftSample(x, counter, resolution)', nature: 'discrete' },
  { name: 'backSample', arity: [2, 3], usage: 'backSample(x, counter, resolution)', nature: 'discrete' },
  { name: 'noClock', arity: [1, 1], usage: 'noClock(x)', nature: 'discrete' },
  { name: 'interval', arity: [0, 1], usage: 'interval() or interval(x)', nature: 'discrete' },
  { name: 'firstTick', arity: [0, 1], usage: 'firstTick() or firstTick(x)', nature: 'discrete' },
  {
    name: 'Clock',
    arity: [0, 2],
    usage: 'Clock(), Clock(interval), Clock(counter, resolution) or Clock(condition, startInterval)',
    nature: 'discrete',
  },
  { name: 'reinit', arity: [2, 2], usage: 'reinit(state, value)', nature: 'statement' },
]

/** The operators of the language by their names. */
export const OPERATORS: ReadonlyMap<string, LanguageOperator> = new Map(
  LIST.map((entry) => [entry.name, entry]),
)

/** Operators of clocks whose value is that of their first argument at a tick. */
export const SAMPLING_OPERATORS: ReadonlySet<string> = new Set(
  'sample hold previous subSample superSample shiftSample backSample noClock'.split(' '),
)
/** All operators of clocks: their values change only at ticks. */
export const CLOCK_OPERATORS: ReadonlySet<string> = new Set([
  ...SAMPLING_OPERATORS,
  ...['interval', 'firstTick', 'Clock'],
])

/** Names of the arguments of operators that may have names; `Clock` has several forms. */
const ARGUMENTS: Readonly<Record<string, readonly (readonly string[])[]>> = {
  Clock: [
    ['intervalCounter', 'resolution'],
    ['interval'],
    ['condition', 'startInterval'],
    ['c', 'solverMethod'],
  ],
  sample: [['u', 'clock']],
  subSample: [['u', 'factor']],
  superSample: [['u', 'factor']],
  shiftSample: [['u', 'shiftCounter', 'resolution']],
  backSample: [['u', 'backCounter', 'resolution']],
  homotopy: [['actual', 'simplified']],
  semiLinear: [['x', 'positiveSlope', 'negativeSlope']],
  smooth: [['p', 'expr']],
}

/** Names of the arguments of an operator, for each of its forms; undefined: they have no names. */
export function formsOfArguments(fn: string): readonly (readonly string[])[] | undefined {
  return Object.hasOwn(ARGUMENTS, fn) ? ARGUMENTS[fn] : undefined
}

/** Symbols and words of the arithmetic, relational and Boolean operators, which are calls too. */
export const SYMBOL_OPERATORS: ReadonlySet<string> = new Set(
  '+ - * / ^ neg .+ .- .* ./ .^ < <= > >= == <> and or not'.split(' '),
)

/** Operators that compare two values. */
export const COMPARISONS: ReadonlySet<string> = new Set(['<', '<=', '>', '>=', '==', '<>'])
