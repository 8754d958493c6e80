/** Simulations of a test file: noted, and made once only. */
import { isDeepStrictEqual } from 'node:util'
import { InstantiatedModel } from '../../src/simulation/index.ts'

type Options = Parameters<InstantiatedModel['simulate']>[0]
type Table = ReturnType<InstantiatedModel['simulate']>

interface NotedRun {
  readonly name: string
  readonly options: Options
  readonly table: Table
}

/** Simulations from `begin` to `end`; one of the same model with the same options gives the table of the first one. */
export class RunRecorder {
  private readonly simulate = InstantiatedModel.prototype.simulate
  private readonly runs = new Map<unknown, NotedRun[]>()
  private tables: Table[] = []

  begin(): void {
    const recorder = this
    InstantiatedModel.prototype.simulate = function (options) {
      return recorder.run(this, options)
    }
  }

  /** Ends the recording and forgets all results. */
  end(): void {
    InstantiatedModel.prototype.simulate = this.simulate
    this.runs.clear()
    this.tables = []
  }

  /** Tables since the last call, each of them once. */
  take(): Table[] {
    const tables = [...new Set(this.tables)]
    this.tables = []
    return tables
  }

  private run(model: InstantiatedModel, options: Options): Table {
    const known = this.runs.get(model.model) ?? []
    const { name } = model.flat
    let noted = known.find((run) => run.name === name && isDeepStrictEqual(run.options, options))
    if (noted === undefined) {
      noted = { name, options, table: this.simulate.call(model, options) }
      this.runs.set(model.model, [...known, noted])
    }
    this.tables.push(noted.table)
    return noted.table
  }
}
