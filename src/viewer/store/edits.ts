import { type Signal, signal } from '@preact/signals'
import { ownRecord } from '../../base/index.ts'
import type { LiveCommand } from '../../live/index.ts'
import { findChange, type ParameterValue } from '../data/index.ts'

type MergeTree = Extract<LiveCommand, { readonly type: 'change' }>['merge']

/** A parameter that has been changed but not applied. */
export interface Edit {
  readonly name: string
  readonly value: ParameterValue
}

/** Changes of parameters of a live run. */
export class Edits {
  readonly list: Signal<readonly Edit[]> = signal([])

  set(name: string, value: ParameterValue): void {
    this.list.value = [...this.list.value.filter((edit) => edit.name !== name), { name, value }]
  }

  remove(name: string): void {
    this.list.value = this.list.value.filter((edit) => edit.name !== name)
  }

  /** Drops the changes that a run has applied; refused ones remain, to be discarded or applied by a restart. */
  settle(taken: readonly MergeTree[]): void {
    const isTaken = ({ name, value }: Edit): boolean =>
      JSON.stringify(findChange(taken, name)) === JSON.stringify(value)
    if (this.list.value.some(isTaken)) this.list.value = this.list.value.filter((edit) => !isTaken(edit))
  }

  clear(): void {
    this.list.value = []
  }

  /** `{ motor: { k: 2 } }` for the change of `motor.k`, as `simulate` accepts it. */
  toMerge(): MergeTree {
    const merge: { [name: string]: unknown } = {}
    for (const { name, value } of this.list.value) {
      const path = name.split('.')
      let place = merge
      for (const part of path.slice(0, -1)) place = ownRecord(place, part)
      place[path[path.length - 1]] = value
    }
    return merge as MergeTree
  }
}
