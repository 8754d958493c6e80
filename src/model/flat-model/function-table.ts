import { BUILTINS, call, type FunctionInfo, OPERATORS } from '../../symbolic/index.ts'
import { findFunction } from '../function-registry.ts'

/** Host functions called by the equations of one model, each under a unique name. */
export class FunctionTable {
  private readonly table = new Map<string, FunctionInfo>()
  /** Names by the component that owns the memory of the functions (undefined: none), then by function. */
  private readonly names = new Map<string | undefined, Map<FunctionInfo['evaluate'], string>>()

  /** The functions by name. */
  get functions(): ReadonlyMap<string, FunctionInfo> {
    return this.table
  }

  /** Adds a function and returns its name: its own if that is free, otherwise with a number appended. */
  add(info: FunctionInfo): string {
    const known = this.names.get(info.memoryOf)?.get(info.evaluate)
    if (known !== undefined) return known
    // ${Math.sin} is the function of the language, which has a derivative
    if (BUILTINS.get(info.name)?.evaluate === info.evaluate) return info.name
    let name = info.name
    for (let i = 2; this.isTaken(name, info); i++) name = `${info.name}_${i}`
    this.set(name, name === info.name ? info : { ...info, name })
    return name
  }

  /** Adds the function registered as `name`, if any. */
  addRegistered(name: string): void {
    const info = findFunction(name)
    if (info !== undefined && !this.table.has(name)) this.set(name, info)
  }

  private set(name: string, info: FunctionInfo): void {
    const { jacobian, memoryOf } = info
    const names = this.names.get(memoryOf) ?? new Map<FunctionInfo['evaluate'], string>()
    this.names.set(memoryOf, names.set(info.evaluate, name))
    const isList = jacobian !== undefined && typeof jacobian !== 'function'
    this.table.set(name, isList ? { ...info, derivative: this.partialsOf(jacobian, ownerOf(info)) } : info)
    this.addRate(name, info)
    if (info.inverse !== undefined) {
      const inverse = { ...ownerOf(info), ...info.inverse }
      this.table.set(name, { ...this.table.get(name)!, inverse: { ...inverse, name: this.add(inverse) } })
    }
  }

  /** Adds the function of the time derivative. */
  private addRate(name: string, info: FunctionInfo): void {
    const { derivativeFunction: rate } = info
    if (typeof rate === 'string') this.addRegistered(rate)
    else if (rate !== undefined)
      this.table.set(name, {
        ...this.table.get(name)!,
        derivativeFunction: this.add({ ...ownerOf(info), ...rate }),
      })
  }

  /** Partial derivatives as calls of the functions that compute them. */
  private partialsOf(
    jacobian: readonly (FunctionInfo | null)[],
    owner: Owner,
  ): NonNullable<FunctionInfo['derivative']> {
    const names = jacobian.map((info) => info && this.add({ ...owner, ...info }))
    return (args) => names.map((name) => (name === null ? null : call(name, ...args)))
  }

  private isTaken(name: string, info: FunctionInfo): boolean {
    const other = this.table.get(name) ?? findFunction(name)
    if (other !== undefined) return other.evaluate !== info.evaluate || other.memoryOf !== info.memoryOf
    return BUILTINS.has(name) || OPERATORS.has(name)
  }
}

type Owner = Pick<FunctionInfo, 'hasMemory' | 'memoryOf'>

/** Owner of a function; its derivatives and inverses belong to the same memory. */
function ownerOf({ hasMemory = false, memoryOf }: FunctionInfo): Owner {
  return { hasMemory, ...(memoryOf !== undefined && { memoryOf }) }
}
