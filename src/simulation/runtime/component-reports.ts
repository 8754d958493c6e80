/**
 * Reports of components about themselves: for the result, for errors, and for another run that starts at their state.
 */
import type { ComponentMemory, RowList } from './memory-component.ts'

export class ComponentReports {
  constructor(
    private readonly components: readonly { readonly path: string; readonly memory: ComponentMemory }[],
  ) {}

  /** Attributes of the result; those of components below the top under their paths. */
  attributes(): Record<string, unknown> {
    return this.collect((memory) => memory.attributes?.())
  }

  /** Signals of the components with separate rows, likewise. */
  get lists(): readonly RowList[] {
    return this.components.flatMap(({ path, memory }) =>
      (memory.lists ?? []).map((list) => (path === '' ? list : prefixList(path, list))),
    )
  }

  /** Descriptions of the segment that has begun, likewise. */
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

  /** Start values of all components at their current state, each as modifications of the whole model. */
  presentStarts(): Readonly<Record<string, unknown>>[] {
    return this.components.map(({ memory }) => memory.presentStart?.() ?? {})
  }

  /** Explanation of derivatives that are not finite, by a component. */
  findNonFinite(): string | undefined {
    return this.ask((memory) => memory.findNonFinite?.())
  }

  /** Explanation of a run that cannot continue, by a component. */
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
