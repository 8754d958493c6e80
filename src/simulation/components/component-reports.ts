/** What components say about themselves: in the result, in errors, and for another run that begins where they are. */
import type { ComponentMemory, RowList } from './memory-component.ts'

export class ComponentReports {
  constructor(
    private readonly components: readonly { readonly path: string; readonly memory: ComponentMemory }[],
  ) {}

  /** Attributes of the result; those of components below the top under their paths. */
  attributes(): Record<string, unknown> {
    return this.collect((memory) => memory.attributes?.())
  }

  /** Signals of the components with rows of their own, likewise. */
  get lists(): readonly RowList[] {
    return this.components.flatMap(({ path, memory }) =>
      (memory.lists ?? []).map((list) => (path === '' ? list : prefixList(path, list))),
    )
  }

  /** What the components say of the segment that has begun, likewise. */
  describeSegment(): Record<string, unknown> {
    return this.collect((memory) => memory.describeSegment?.())
  }

  private collect(
    read: (memory: ComponentMemory) => Readonly<Record<string, unknown>> | undefined,
  ): Record<string, unknown> {
    const result: Record<string, unknown> = {}
    for (const { path, memory } of this.components) {
      for (const [name, value] of Object.entries(read(memory) ?? {}))
        result[path === '' ? name : `${path}.${name}`] = value
    }
    return result
  }

  /** Start values of all components for where they are now, each as modifications of the whole model. */
  presentStarts(): Readonly<Record<string, unknown>>[] {
    return this.components.map(({ memory }) => memory.presentStart?.() ?? {})
  }

  /** What a component says about derivatives that are not finite. */
  findNonFinite(): string | undefined {
    return this.ask((memory) => memory.findNonFinite?.())
  }

  /** What a component says about why the run cannot go on. */
  findObstacle(): string | undefined {
    return this.ask((memory) => memory.findObstacle?.())
  }

  private ask(question: (memory: ComponentMemory) => string | undefined): string | undefined {
    for (const { memory } of this.components) {
      const found = question(memory)
      if (found !== undefined) return found
    }
    return undefined
  }
}

function prefixList(path: string, list: RowList): RowList {
  return {
    axis: `${path}.${list.axis}`,
    signals: list.signals.map((signal) => ({ ...signal, name: `${path}.${signal.name}` })),
    write: (append) => list.write(append),
  }
}
