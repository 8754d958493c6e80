import { type FlatModel, listVaryingParameters } from '../../model/index.ts'
import type { ModelRuntime } from '../runtime/index.ts'

/** Warns of parameters that vary during the run. */
export function warnOfParameters(flat: FlatModel, runtime: ModelRuntime, time: number): void {
  for (const { name, text } of listVaryingParameters(flat)) {
    const message =
      `${name}: expected an expression of parameters, got ${name} = ${text}, which changes during the run: ` +
      `${name} is a variable, and merge cannot change it. Write Var instead of Par where this is meant, or give the ` +
      `value as ${name.split('.').at(-1)}: Var(expr\`…\`).`
    runtime.warnings.add({ code: 'PARAMETER', key: name, time, message })
  }
}
