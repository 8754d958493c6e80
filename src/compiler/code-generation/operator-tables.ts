import { COMPARISONS } from '../../symbolic/index.ts'

/** Scalar operators with the same meaning in JavaScript. */
export const INFIX: Readonly<Record<string, string>> = {
  '+': '+',
  '-': '-',
  '*': '*',
  '/': '/',
  '.+': '+',
  '.-': '-',
  '.*': '*',
  './': '/',
  '<': '<',
  '<=': '<=',
  '>': '>',
  '>=': '>=',
  '==': '===',
  '<>': '!==',
  and: '&&',
  or: '||',
}

/** Elementary functions of one or two arguments with a JavaScript equivalent, by its name. */
export const MATH: Readonly<Record<string, string>> = Object.fromEntries(
  [
    'sin',
    'cos',
    'tan',
    'asin',
    'acos',
    'atan',
    'atan2',
    'sinh',
    'cosh',
    'tanh',
    'exp',
    'log',
    'log10',
    'sqrt',
    'abs',
    'sign',
    'floor',
    'ceil',
    'max',
    'min',
  ].map((name) => [name, `Math.${name}`]),
)

/** Powers computed as products, as in `power`. */
export const PRODUCTS: Readonly<Record<number, (x: string) => string>> = {
  1: (x) => x,
  2: (x) => `${x} * ${x}`,
  3: (x) => `${x} * ${x} * ${x}`,
  4: (x) => `${x} * ${x} * (${x} * ${x})`,
}

export const BOOLEAN_CALLS = new Set([
  ...COMPARISONS,
  ...['and', 'or', 'not', '$condition', '$flag', '$clock', '$firstTick'],
])
export const ELEMENTWISE = new Set(['+', '-', '.+', '.-', '.*', './', '.^', 'neg'])
