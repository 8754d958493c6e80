/** Derivatives of inputs that equations and conditions need. */
import { expect, it } from 'vitest'
import { listInputDerivatives } from '../../../src/compiler/index.ts'
import { name } from '../../../src/symbolic/index.ts'
import { modelWith, stateCondition, system, timeCondition } from '../handmade.ts'
import { assignment } from '../support.ts'

/** `der(…)` of a condition as the name that it has after the translation. */
const named = (text: string) => ({ ...stateCondition('x', '>', '0'), left: name(text), text: `${text} > 0` })
const derivative = (target: string, text: string) => ({
  ...assignment(`${target} = 0`),
  value: name(text),
  text,
})

it('derivatives of inputs are listed with their order and the first equation that needs them, other derivatives are not', () => {
  const model = modelWith(new Map(), ['u', 'w', 'v', 'z'])
  const torn = {
    ...system(['s'], [], []),
    inner: [derivative('t', 'der(w)')],
    residuals: [{ value: name('der(der(der(w)))'), text: 'residual' }],
  }
  const blocks = [derivative('a', 'der(x)'), derivative('b', 'der(der(u))'), derivative('c', 'u'), torn]
  const again = { ...derivative('d', 'der(der(u))'), text: 'a later equation' }
  const timed = { ...timeCondition('>', '0'), right: name('der(z)'), text: 'time > der(z)' }
  const right = { ...stateCondition('x', '>', '0'), right: name('der(u)'), text: 'x > der(u)' }
  expect(listInputDerivatives(model, [...blocks, again], [named('der(v)'), timed, right])).toEqual([
    { name: 'der(der(u))', input: 'u', order: 2, text: 'der(der(u))' },
    { name: 'der(w)', input: 'w', order: 1, text: 'der(w)' },
    { name: 'der(der(der(w)))', input: 'w', order: 3, text: 'residual' },
    { name: 'der(v)', input: 'v', order: 1, text: 'der(v) > 0' },
    { name: 'der(z)', input: 'z', order: 1, text: 'time > der(z)' },
    { name: 'der(u)', input: 'u', order: 1, text: 'x > der(u)' },
  ])
})

it('derivatives of inputs of components are unknowns, like these inputs', () => {
  const model = modelWith(new Map(), ['u'])
  const inside = { ...model.variables.get('u')!, component: 'sub' }
  const other = { ...model, variables: new Map([['u', inside]]) }
  expect(listInputDerivatives(other, [derivative('a', 'der(u)')], [])).toEqual([])
})
