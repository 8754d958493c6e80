import type { ModelRuntime } from '../runtime/index.ts'

/** Longest list in a message. */
const MAX_LISTED = 10

/** Warns of variables that the equations do not determine at an accepted point: once for each system. */
export function warnOfUndetermined(runtime: ModelRuntime, time: number): void {
  for (const system of runtime.services.systems) {
    const key = system.unknowns.join(' ')
    const names = system.undeterminedNames
    if (names.length > 0) {
      const message =
        `At t = ${time} s the equations determine ${shorten(names, ', ')} only together, not one by one, because ` +
        'some equations follow from others ' +
        '(as where two parts hold the same shaft). The smallest values that fulfill all equations are taken; state ' +
        'variables do not depend on this ' +
        'unless other equations or conditions use these values.'
      runtime.warnings.add({ code: 'UNDETERMINED', key, time, message })
    }
    const open = system.findOpenUnknowns()
    if (open.length > 0) {
      const message =
        `At t = ${time} s the equations ${shorten(system.equations, '; ')} do not determine ${shorten(open, ', ')}: ` +
        'other values nearby fulfill them as well. The solution found from the start values is kept. Add the missing ' +
        'equation for the unknown.'
      runtime.warnings.add({ code: 'UNDETERMINED', key, time, message })
    }
  }
}

function shorten(list: readonly string[], separator: string): string {
  const rest = list.length > MAX_LISTED ? [`… ${list.length} in all`] : []
  return [...list.slice(0, MAX_LISTED), ...rest].join(separator)
}
