import type { OutputHost } from './output-host.ts'

/** Longest list in a message. */
const MAX_LISTED = 10

/** Warns of variables that the equations do not determine at a point that belongs to the run: once of each system. */
export function warnOfUndetermined(runtime: OutputHost, time: number): void {
  for (const system of runtime.services.systems) {
    const names = system.undeterminedNames
    if (names.length === 0) continue
    const rest = names.length > MAX_LISTED ? [`… ${names.length} in all`] : []
    const list = [...names.slice(0, MAX_LISTED), ...rest].join(', ')
    const message =
      `At t = ${time} s the equations do not determine ${list} one by one, only together, because some equations ` +
      'follow from others ' +
      '(as where two parts hold the same shaft). The least values that fulfil all equations are taken; state ' +
      'variables do not depend on this ' +
      'unless other equations or conditions use these values.'
    runtime.warnings.add({ code: 'UNDETERMINED', key: system.unknowns.join(' '), time, message })
  }
}
