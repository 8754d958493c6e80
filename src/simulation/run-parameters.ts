import type { Translation } from '../compiler/index.ts'
import { type EvaluatedModel, evaluateModel, type FlatModel, type MergeTree } from '../model/index.ts'
import type { NewParameters } from './events/index.ts'
import { createMerge, mergeTrees } from './initialization/index.ts'
import { checkChange } from './retranslate.ts'

/** New values of parameters during a run. */
export interface ChangedParameters {
  /** All changes since the start, with the values of the options. */
  readonly merge: MergeTree
  readonly values: EvaluatedModel
}

/** The parameters of a run: values of the options, those that the start determines, and changes. */
export class RunParameters {
  /** Parameters that the start has determined, in SI units. */
  computed: ReadonlyMap<string, number> = new Map()
  private present: ChangedParameters

  /** @param values those of the start, if they do not follow from `merge` */
  constructor(
    private readonly flat: FlatModel,
    private readonly translation: Translation,
    merge: MergeTree,
    values?: EvaluatedModel,
  ) {
    this.present = { merge, values: values ?? evaluateModel(flat, merge) }
  }

  get values(): EvaluatedModel {
    return this.present.values
  }

  /** Values of the options, and all changes since. */
  get merge(): MergeTree {
    return this.present.merge
  }

  /** Returns the values of the start with other computed parameters. */
  evaluateWith(computed: ReadonlyMap<string, number>): EvaluatedModel {
    return evaluateModel(this.flat, this.merge, computed)
  }

  /** Enters the values that the start has determined. */
  enterStart(values: EvaluatedModel, computed: ReadonlyMap<string, number>): void {
    this.present = { merge: this.merge, values }
    this.computed = computed
  }

  /**
   * Returns the values after a change; `enter` makes them those of the run.
   *
   * @throws VarioError 'CHANGE' if only a new run can have them
   */
  evaluateChange(change: MergeTree): ChangedParameters {
    const merge = mergeTrees([this.merge, change])
    const values = evaluateModel(this.flat, merge, this.computed)
    checkChange(this.flat, this.translation, this.values, values)
    return { merge, values }
  }

  /** The same for values by full names. */
  evaluateAssignments(parameters: NewParameters): ChangedParameters {
    return this.evaluateChange(
      mergeTrees(Array.from(parameters, ([name, value]) => createMerge(name, value))),
    )
  }

  enter(changed: ChangedParameters): void {
    this.present = changed
  }
}
