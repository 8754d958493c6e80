/**
 * Functions that belong to the memory of a component: the equations are translated once, and every run calls them with
 * its own memory.
 */
import type { FunctionInfo } from '../../symbolic/index.ts'

export type Functions = ReadonlyMap<string, FunctionInfo>

/** Placeholder of such a function in the table of the generated code. */
export class MemoryFunction {
  constructor(readonly name: string) {}
}

/** Binds the functions of a model for a run: `this` is the memory of their component in that run. */
export function bindFunctions(functions: Functions, memoryAt: (path: string) => object): Functions {
  return new Map([...functions].map(([name, info]) => [name, bind(info, memoryAt)]))
}

function bind(info: FunctionInfo, memoryAt: (path: string) => object): FunctionInfo {
  if (info.memoryOf === undefined) return info
  const memory = memoryAt(info.memoryOf)
  const { evaluate, jacobian } = info
  return {
    ...info,
    evaluate: evaluate.bind(memory),
    ...(typeof jacobian === 'function' && { jacobian: jacobian.bind(memory) }),
  }
}

/** Binds an entry of the table of the generated code for a run. */
export function bindEntry(entry: unknown, functions: Functions): unknown {
  return entry instanceof MemoryFunction ? functions.get(entry.name)!.evaluate : entry
}
