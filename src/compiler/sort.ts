import { VarioError } from '../base/index.ts'
import { type Expr, type FunctionInfo, fold, name, solveFor, sub } from '../symbolic/index.ts'
import type { Assignment, Block, Residual, SystemBlock } from './blocks.ts'
import type { Rank } from './code/index.ts'
import { createSolvability } from './index-reduction.ts'
import {
  type BipartiteGraph,
  decomposeCoarsely,
  sortEquations,
  type Tearing,
  tearBlock,
} from './structure/index.ts'
import { describeEquation } from './structure-error.ts'
import { printSystemEquation, type System } from './system.ts'

/**
 * Longest chain of inner assignments of a torn system, and most iteration variables. Errors grow along a chain, for a resistor ladder
 * by a factor of 2.6 per cell, so that longer ones lose all digits; larger matrices are sparse without tearing, and full with it.
 */
const MAX_CHAIN = 30
const MAX_TORN = 50

type Functions = ReadonlyMap<string, FunctionInfo>

/** Sorts the equations into the order of evaluation, and each block into assignments or a torn system. */
export function sortIntoAssignments(
  system: System,
  isState: Uint8Array,
  isParameter: (name: string) => boolean,
  functions: Functions = new Map(),
  rankOf: (expr: Expr) => Rank = () => 'scalar',
): Block[] {
  const graph = system.build()
  const { matching, blocks } = sortEquations(graph, isState)
  if (matching.size < system.equations.length) {
    const { unmatchedEqs } = decomposeCoarsely(graph, matching)
    const list = [...unmatchedEqs].map((e) => describeEquation(system, e)).join('\n    ')
    throw new VarioError('STRUCTURE', `After the selection of states no unknown is left for:\n    ${list}`)
  }
  const solvability = createSolvability(system)
  const result: Block[] = []
  for (let b = 0; b < blocks.nBlocks; b++) {
    const eqs = blocks.eqs.subarray(blocks.blockPtr[b], blocks.blockPtr[b + 1])
    const vars = blocks.vars.subarray(blocks.blockPtr[b], blocks.blockPtr[b + 1])
    assertShapes(system, eqs, vars, rankOf)
    if (eqs.length === 1) {
      result.push(solveSingle(system, eqs[0], vars[0], isParameter, functions))
      continue
    }
    const tearing = tearBlock({ graph, eqs, vars, solvability })
    const isLarge = tearing.tearVars.length > MAX_TORN || longestChain(graph, tearing) > MAX_CHAIN
    if (isLarge && vars.every((v) => rankOf(name(system.names[v])) === 'scalar')) {
      result.push(createUntorn(system, graph, eqs, vars, isParameter, functions))
      continue
    }
    const inner = Array.from(tearing.solvedEqs, (e, k) => solveExplicitly(system, e, tearing.solvedVars[k])!)
    const unknowns = Array.from(tearing.tearVars, (v) => system.names[v])
    const residuals = Array.from(tearing.residualEqs, (e) => residualOf(system, e))
    const names = new Set(Array.from(vars, (v) => system.names[v]))
    result.push(createSystem(system, eqs, names, unknowns, inner, residuals, isParameter, functions))
  }
  return result
}

/** As many equations of arrays as unknown arrays: the structural analysis takes an array for one unknown. */
function assertShapes(system: System, eqs: Int32Array, vars: Int32Array, rankOf: (expr: Expr) => Rank): void {
  const isArray = (expr: Expr): boolean => rankOf(expr) === 'vector' || rankOf(expr) === 'matrix'
  const arrays = Array.from(vars, (v) => system.names[v]).filter((unknown) => isArray(name(unknown)))
  const vectorEqs = eqs.filter((e) => isArray(system.equations[e].left) || isArray(system.equations[e].right))
  if (arrays.length === vectorEqs.length) return
  const list = Array.from(eqs, (e) => describeEquation(system, e)).join('\n    ')
  const unknowns = Array.from(vars, (v) => system.names[v]).join(', ')
  throw new VarioError(
    'SHAPE',
    `${arrays.length} unknown array(s) and ${vectorEqs.length} equation(s) between arrays do not fit together. Unknowns: ${unknowns}; equations:\n    ${list}\n` +
      'Arrays count as one unknown each. Write the elements as scalar variables where a scalar equation determines a part of an array.',
    { unknowns },
  )
}

/** Length of the longest chain of assignments in which each needs the one before. */
function longestChain(graph: BipartiteGraph, { solvedEqs, solvedVars }: Tearing): number {
  const depth = new Map<number, number>()
  let longest = 0
  for (let k = 0; k < solvedEqs.length; k++) {
    let deepest = 0
    for (let p = graph.eqPtr[solvedEqs[k]]; p < graph.eqPtr[solvedEqs[k] + 1]; p++) {
      const v = graph.eqVars[p]
      if (v !== solvedVars[k]) deepest = Math.max(deepest, depth.get(v) ?? 0)
    }
    depth.set(solvedVars[k], deepest + 1)
    longest = Math.max(longest, deepest + 1)
  }
  return longest
}

/** A block as one system of all its equations and unknowns, with their incidence. */
function createUntorn(
  system: System,
  graph: BipartiteGraph,
  eqs: Int32Array,
  vars: Int32Array,
  isParameter: (name: string) => boolean,
  functions: Functions,
): SystemBlock {
  const number = new Map(Array.from(vars, (v, k) => [v, k]))
  const rows = Array.from(eqs, (e) => {
    const row: number[] = []
    for (let p = graph.eqPtr[e]; p < graph.eqPtr[e + 1]; p++) {
      const k = number.get(graph.eqVars[p])
      if (k !== undefined) row.push(k)
    }
    return row
  })
  const unknowns = Array.from(vars, (v) => system.names[v])
  const residuals = Array.from(eqs, (e) => residualOf(system, e))
  return {
    ...createSystem(system, eqs, new Set(unknowns), unknowns, [], residuals, isParameter, functions),
    rows,
  }
}

/** One equation for one unknown: solved if it is linear in it, with whatever factor; otherwise a nonlinear system of size 1. */
function solveSingle(
  system: System,
  e: number,
  v: number,
  isParameter: (name: string) => boolean,
  functions: Functions,
): Block {
  const explicit = solveExplicitly(system, e, v)
  if (explicit) return explicit
  const unknown = system.names[v]
  return createSystem(
    system,
    [e],
    new Set([unknown]),
    [unknown],
    [],
    [residualOf(system, e)],
    isParameter,
    functions,
  )
}

function solveExplicitly(system: System, e: number, v: number): Assignment | null {
  const equation = system.equations[e]
  const target = system.names[v]
  const text = printSystemEquation(equation)
  // Also where the unknown is an array, a Boolean or an object, of which nothing can be computed.
  if (equation.left.kind === 'name' && equation.left.name === target && !contains(equation.right, target)) {
    return { kind: 'assign', target, value: equation.right, text }
  }
  if (equation.right.kind === 'name' && equation.right.name === target && !contains(equation.left, target)) {
    return { kind: 'assign', target, value: equation.left, text }
  }
  const solution = solveFor(equation.left, equation.right, target)
  return solution && { kind: 'assign', target, value: solution.solution, text }
}

function residualOf(system: System, e: number): Residual {
  const equation = system.equations[e]
  return { value: sub(equation.left, equation.right), text: printSystemEquation(equation) }
}

function createSystem(
  system: System,
  eqs: ArrayLike<number>,
  names: ReadonlySet<string>,
  unknowns: readonly string[],
  inner: readonly Assignment[],
  residuals: readonly Residual[],
  isParameter: (name: string) => boolean,
  functions: Functions,
): SystemBlock {
  let isLinear = true
  let isConstant = true
  for (const e of Array.from(eqs)) {
    const { left, right } = system.equations[e]
    for (const side of [left, right]) {
      const degree = degreeOf(side, names, isParameter, functions)
      isLinear &&= degree.degree <= 1
      isConstant &&= degree.isConstant
    }
  }
  return {
    kind: isLinear ? 'linear' : 'nonlinear',
    unknowns,
    inner,
    residuals,
    isConstant: isLinear && isConstant,
  }
}

/** Degree in a set of names (2: not linear), whether the factors of the names are constant, and whether it has only parameters. */
interface Degree {
  readonly degree: number
  readonly isConstant: boolean
  readonly isParameter: boolean
}

const LITERAL: Degree = { degree: 0, isConstant: true, isParameter: true }
const NONLINEAR: Degree = { degree: 2, isConstant: false, isParameter: false }

function degreeOf(
  expr: Expr,
  names: ReadonlySet<string>,
  isParameter: (name: string) => boolean,
  functions: Functions,
): Degree {
  return fold<Degree>(
    expr,
    (node, parts) => {
      switch (node.kind) {
        case 'name':
          if (names.has(node.name)) return { degree: 1, isConstant: true, isParameter: false }
          return { degree: 0, isConstant: true, isParameter: isParameter(node.name) }
        case 'call':
          return combine(node.fn, parts, functions)
        case 'if':
          if (parts[0].degree > 0) return NONLINEAR
          if (parts[1].degree === 0 && parts[2].degree === 0)
            return { degree: 0, isConstant: true, isParameter: false }
          return { ...widest(parts.slice(1)), isConstant: false }
        case 'index':
          return parts.slice(1).some((part) => part.degree > 0) ? NONLINEAR : parts[0]
        case 'comprehension':
          return parts[1].degree > 0 ? NONLINEAR : { ...parts[0], isConstant: false }
        default:
          return parts.length === 0 ? LITERAL : widest(parts)
      }
    },
    (node) =>
      node.kind === 'call' && node.fn === '$condition' ? { ...LITERAL, isParameter: false } : undefined,
  )
}

function combine(fn: string, parts: readonly Degree[], functions: Functions): Degree {
  switch (fn) {
    case '+':
    case '-':
    case '.+':
    case '.-':
    case 'neg':
      return widest(parts)
    case '*':
    case '.*':
    case 'dot':
    case 'cross': {
      const [a, b] = parts
      if (a.degree === 0) return scaled(b, a)
      return b.degree === 0 ? scaled(a, b) : NONLINEAR
    }
    case '/':
    case './':
      return parts[1].degree > 0 ? NONLINEAR : scaled(parts[0], parts[1])
    case 'sum':
    case 'transpose':
      return widest(parts)
    case 'implicitDependency':
      return { ...widest(parts), isConstant: false }
    case '$result':
      return parts[0]
    default:
      return degreeOfCall(parts, functions.get(fn))
  }
}

/** A function of the user: of degree 1 in the arguments in which it says that it is linear. */
function degreeOfCall(parts: readonly Degree[], info: FunctionInfo | undefined): Degree {
  const hasMemory = info?.hasMemory === true
  const unknown = parts.filter((part) => part.degree > 0)
  const others = parts.filter((part) => part.degree === 0)
  const isParameter = !hasMemory && others.every((part) => part.isParameter)
  if (unknown.length === 0) return { ...LITERAL, isParameter }
  const isLinear = parts.every(
    ({ degree }, k) => degree === 0 || (degree === 1 && info?.linearIn?.includes(k)),
  )
  if (!isLinear) return NONLINEAR
  return {
    degree: 1,
    isConstant: isParameter && unknown.every((part) => part.isConstant),
    isParameter: false,
  }
}

function widest(parts: readonly Degree[]): Degree {
  let degree = 0
  let isConstant = true
  let isParameter = true
  for (const part of parts) {
    degree = Math.max(degree, part.degree)
    isConstant &&= part.isConstant
    isParameter &&= part.isParameter
  }
  return { degree, isConstant, isParameter }
}

function scaled(part: Degree, factor: Degree): Degree {
  if (part.degree === 0)
    return { degree: 0, isConstant: true, isParameter: part.isParameter && factor.isParameter }
  return { ...part, isConstant: part.isConstant && factor.isParameter }
}

function contains(expr: Expr, target: string): boolean {
  return fold<boolean>(expr, (node, parts) =>
    node.kind === 'name' ? node.name === target : parts.includes(true),
  )
}
