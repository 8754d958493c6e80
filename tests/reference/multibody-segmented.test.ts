/** Published final states of models that change their structure. */
import { simulate } from 'vario'
import { Object3D, Scene } from 'vario/multibody'
import { expect, it } from 'vitest'
import { Rocket } from '../../examples/rocket.ts'
import { CASE_RTOL, expectNormClose, finalStates, freeStates } from './support/final-states.ts'

// figure 12.2: the second stage after 15 s
const FINAL = [0, 1232.2203937213537, 0, 0, 77.85108394267779, 0, 0, 0, 0, 0, 0, 0]

it.each([
  ['segmented.TwoStageRocket3D', true],
  ['tutorial.TwoStageRocket3D', false],
] as const)('%s', (_, enableContactDetection) => {
  const model = Rocket.extend({ world: Object3D({ feature: Scene({ enableContactDetection }) }) })
  const result = simulate(model, { stopTime: 15, interval: 0.03 })
  expectNormClose(finalStates(result, freeStates('stage2.body')), FINAL, CASE_RTOL)
  // 24 states before the program starts, which attaches at once; free from 5 s on, separate from 10 s on
  expect(result.segments.map(({ startTime, states }) => [startTime, states])).toEqual([
    [0, 12],
    [5, 24],
    [10, 12],
  ])
})
