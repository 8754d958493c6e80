/** A block of all results of one function is solved by the inverse function. */
import { registerFunction } from 'vario'
import { describe, expect, it } from 'vitest'
import {
  createEquationSet,
  createKnownNames,
  expandEquations,
} from '../../../src/compiler/equations/index.ts'
import { solveByInverse } from '../../../src/compiler/equations/solve-by-inverse.ts'
import { rewriteEvents } from '../../../src/compiler/events-and-clocks/index.ts'
import { expandResults } from '../../../src/compiler/types-and-arrays/index.ts'
import { printExpr } from '../../../src/symbolic/index.ts'
import { flat } from '../support.ts'

// f(x, a, b) = (x + a + 2b, x + 3a + 7b) is linear in a and b
registerFunction('forward', (x: number, a: number, b: number) => [x + a + 2 * b, x + 3 * a + 7 * b], {
  results: 2,
  linearIn: [1, 2],
  inverse: {
    name: 'backward',
    evaluate: (x: number, f: number, g: number) => [7 * (f - x) - 2 * (g - x), g - x - 3 * (f - x)],
  },
})

function solve(text: string, unknowns: readonly string[]) {
  const model = flat(text)
  const { equations } = expandResults(rewriteEvents(model), model.functions)
  const equationSet = createEquationSet(expandEquations(model, equations), createKnownNames(model))
  const vars = unknowns.map((name) => equationSet.index.get(name)!)
  const eqs = equationSet.equations.flatMap((_, e) =>
    equationSet.unknownsOf(e).includes(vars[0]) ? [e] : [],
  )
  return solveByInverse(equationSet, eqs, vars, model.functions)?.map(
    ({ target, value }) => `${target} = ${printExpr(value)}`,
  )
}

describe('solveByInverse', () => {
  it('calls the inverse with the results in place of the unknowns', () => {
    const solved = solve('(f, g) = forward(time, a, b); f = 1; g = 2', ['a', 'b'])
    expect(solved).toHaveLength(2)
    expect(solved![0]).toMatch(/^a = \$result\(\S+\(time, f, g\), 0, 0, "scalar"\)$/)
    expect(solved![1]).toMatch(/^b = \$result\(\S+\(time, f, g\), 1, 0, "scalar"\)$/)
    expect(solved![0]).not.toContain('result(forward(')
  })

  it.each([
    ['an argument is not a plain unknown', '(f, g) = forward(time, 2*a, b); f = 1; g = 2', ['a', 'b']],
    ['a result contains an unknown', '(f + a, g) = forward(time, a, b); f = 1; g = 2', ['a', 'b']],
    ['another argument contains an unknown', '(f, g) = forward(a, a, b); f = 1; g = 2', ['a', 'b']],
    ['other unknowns are asked for', '(f, g) = forward(x, a, b); a = 1; b = 2; g = 3', ['x', 'f']],
  ])('does nothing if %s', (_, text, unknowns) => {
    expect(solve(text, unknowns)).toBeUndefined()
  })
})
