import { BUILTINS, type FunctionInfo } from '../../symbolic/index.ts'
import { MemoryFunction, type Slot } from '../value-store/index.ts'

export interface EmitContext {
  /** Slot of a full name; undefined: not a name of the model. */
  slot(name: string): Slot | undefined
  /** Functions besides the built-in ones. */
  readonly functions: ReadonlyMap<string, FunctionInfo>
  /** Description of a function; undefined: unknown function. */
  info(name: string): FunctionInfo | undefined
  /** JavaScript for the callee of a function. */
  callee(name: string): string | undefined
  /** JavaScript for an object of the host language. */
  object(value: unknown): string
}

/**
 * Context with the built-in and the given functions. Functions called and objects used by the code are collected in
 * `table`, which the code accesses as `r.table`.
 */
export function createEmitContext(
  functions: ReadonlyMap<string, FunctionInfo>,
  slotOf: (name: string) => Slot | undefined,
  table: unknown[] = [],
): EmitContext {
  const enter = (value: unknown): string => {
    const known = table.indexOf(value)
    if (known < 0) table.push(value)
    return `r.table[${known < 0 ? table.length - 1 : known}]`
  }
  const enterMemoryFunction = (name: string): string => {
    const known = table.find((entry) => entry instanceof MemoryFunction && entry.name === name)
    return enter(known ?? new MemoryFunction(name))
  }
  return {
    slot: slotOf,
    functions,
    info: (name) => functions.get(name) ?? BUILTINS.get(name),
    callee(name) {
      const info = functions.get(name) ?? BUILTINS.get(name)
      return info && (info.memoryOf === undefined ? enter(info.evaluate) : enterMemoryFunction(name))
    },
    object: enter,
  }
}
