/** Records that are valid only inside a component with a certain build hook, such as the objects of a 3D model. */
import { VarioError } from '../../base/index.ts'
import { type BuildHook, isPar } from '../definition/index.ts'
import type { Instance } from './instance.ts'

interface Owner {
  readonly hook: BuildHook
  readonly code: string
  /** Message for a record outside such a component, printed after its path. */
  readonly message: string
}

const owners = new Map<string, Owner>()

/**
 * Registers the build hook `hook` as the owner of records of this `kind`, or of functions with this constructor.
 * Outside components with that hook such a record would be ignored, so it is an error with `code`: the path of the
 * record, followed by `message`.
 */
export function registerRecordOwner(kind: string, hook: BuildHook, code: string, message: string): void {
  owners.set(kind, { hook, code, message })
}

/** Checks that every record with an owner lies inside a component with the build hook of the owner. */
export function checkRecordOwners(instance: Instance, hooks: ReadonlySet<unknown> = new Set()): void {
  if (owners.size === 0) return
  const { build } = instance.node.members
  const around = build === undefined ? hooks : new Set([...hooks, build])
  for (const [name, member] of instance.declarations) {
    if (!isPar(member)) continue
    const items: readonly unknown[] = Array.isArray(member.value) ? member.value : [member.value]
    for (const item of items) {
      const owner = owners.get(kindOf(isPar(item) ? item.value : item) ?? '')
      if (owner === undefined || around.has(owner.hook)) continue
      const path = instance.path === '' ? name : `${instance.path}.${name}`
      throw new VarioError(owner.code, `${path} ${owner.message}`, { path })
    }
  }
  for (const child of instance.children.values())
    for (const item of Array.isArray(child) ? child : [child]) checkRecordOwners(item as Instance, around)
}

function kindOf(value: unknown): string | undefined {
  if (typeof value === 'function') return value.constructor.name
  const { kind } = (typeof value === 'object' && value !== null ? value : {}) as { readonly kind?: unknown }
  return typeof kind === 'string' ? kind : undefined
}
