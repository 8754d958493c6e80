/** The connections of a component as lists of single paths. */
import { type Expr, type Position, parseExpression } from '../../symbolic/index.ts'
import type { ConnectList } from '../nodes.ts'
import { expandPaths } from './component-paths.ts'
import type { Structure } from './existing-components.ts'
import type { Instance } from './instance.ts'
import { lookup } from './lookup.ts'
import { modelError } from './model-error.ts'

/** Paths that are connected with each other. */
interface ConnectionTuple {
  readonly paths: readonly string[]
  readonly pos?: Position | undefined
}

/** One end of a connection as written: a path, or an array of paths with its sizes. */
export interface PathArray {
  readonly text: string
  readonly paths: readonly string[]
  /** Empty for a single path. */
  readonly sizes: readonly number[]
}

/** True for a single path that stands for a list of signals in a bus, one for each element of `array`. */
export type IsList = (level: Instance, path: string, array: PathArray) => boolean

/** After all members of buses are known. */
const isListOfBus: IsList = (level, path) => {
  const found = lookup(level, path)
  return found.kind === 'declaration' && found.instance.busLists.has(found.name)
}

/**
 * The tuples of `connect: […]`, then those of `connect(…)` in the equations. Arrays are connected element by element; a
 * single path is connected with every element, unless it is a list of a bus.
 */
export function* tuplesOf(
  level: Instance,
  structure: Structure,
  isList = isListOfBus,
): Generator<ConnectionTuple> {
  const list = (level.node.members['connect'] as ConnectList | undefined) ?? []
  for (const paths of list) {
    if (!level.hasArrays) yield { paths }
    else
      yield* elementsOf(
        level,
        paths.map((path) => readPath(level, path, structure)),
        undefined,
        isList,
      )
  }
  for (const { statements } of level.blocks) {
    for (const statement of statements) {
      if (statement.kind !== 'statement' || statement.fn !== 'connect') continue
      const pos = statement.pos
      yield* elementsOf(
        level,
        statement.args.map((arg) => pathsOf(level, arg, pos)),
        pos,
        isList,
      )
    }
  }
}

function* elementsOf(
  level: Instance,
  ends: readonly PathArray[],
  pos: Position | undefined,
  isList: IsList,
): Generator<ConnectionTuple> {
  const array = ends.find(({ sizes }) => sizes.length > 0)
  if (array === undefined) {
    yield { paths: ends.map(({ paths }) => paths[0]), pos }
    return
  }
  for (const end of ends) {
    if (end.sizes.length === 0 || end.sizes.join() === array.sizes.join()) continue
    const sizes = [array, end].map(({ text, sizes }) => `'${text}' has ${sizes.join(' × ')}`).join(', ')
    const problem = `connect: expected arrays with the same number of elements, but ${sizes}`
    throw modelError(level.path, problem, pos)
  }
  const lists = ends.map(({ paths, sizes }) => sizes.length === 0 && isList(level, paths[0], array))
  for (let i = 0; i < array.paths.length; i++) {
    const paths = ends.map(({ paths, sizes }, k) =>
      lists[k] ? `${paths[0]}[${i + 1}]` : sizes.length === 0 ? paths[0] : paths[i],
    )
    yield { paths, pos }
  }
}

/** A path of `connect: […]`; a text that is not a path causes the error about unknown names. */
function readPath(level: Instance, text: string, structure: Structure): PathArray {
  let expr: Expr
  try {
    expr = parseExpression(text, 'connect')
  } catch {
    return { text, paths: [text], sizes: [] }
  }
  const expanded = expandPaths(expr, () => level, structure.constantsIn(level))
  return expanded === expr
    ? { text, paths: [text], sizes: [] }
    : { ...pathsOf(level, expanded, undefined), text }
}

/** The paths in an argument of `connect(…)` after expansion: a name, an element of a variable, or an array of them. */
function pathsOf(level: Instance, arg: Expr, pos: Position | undefined): PathArray {
  if (arg.kind === 'name') return { text: arg.name, paths: [arg.name], sizes: [] }
  if (arg.kind === 'string') return { text: arg.value, paths: [arg.value], sizes: [] }
  if (
    arg.kind === 'index' &&
    arg.base.kind === 'name' &&
    arg.subscripts.every((item) => item.kind === 'number')
  ) {
    const text = `${arg.base.name}[${arg.subscripts.map((item) => (item as { value: number }).value).join(',')}]`
    return { text, paths: [text], sizes: [] }
  }
  if (arg.kind === 'array') {
    const elements = arg.elements.map((element) => pathsOf(level, element, pos))
    const text = elements.map((element) => element.text).join(', ')
    const paths = elements.flatMap((element) => element.paths)
    return { text, paths, sizes: [elements.length, ...(elements[0]?.sizes ?? [])] }
  }
  throw modelError(level.path, 'connect: expected names of connectors or signals', arg.pos ?? pos)
}
