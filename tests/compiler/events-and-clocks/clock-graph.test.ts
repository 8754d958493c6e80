/** Clocks that follow from others. */
import { expect, it } from 'vitest'
import { ClockGraph } from '../../../src/compiler/events-and-clocks/clock-graph.ts'
import { number, parseExpression, printExpr } from '../../../src/symbolic/index.ts'

const show = (graph: ClockGraph, node: string): string | undefined => {
  const clock = graph.clockOf(node)
  return clock && printExpr(clock)
}

it('clocks follow through conversions in both directions, and through joined sets', () => {
  const graph = new ClockGraph()
  graph.join(['a', 'b'])
  graph.link('b', 'c', { fn: 'subSample', factors: [number(3)] })
  graph.link('d', 'c', { fn: 'shiftSample', factors: [number(1), number(2)] })
  graph.link('d', 'e', null)
  graph.give('e', parseExpression('Clock(0.1)'))
  expect(graph.solve()).toEqual([])
  expect(show(graph, 'd')).toBe('Clock(0.1)')
  expect(show(graph, 'c')).toBe('shiftSample(Clock(0.1), 1, 2)')
  expect(show(graph, 'a')).toBe('superSample(shiftSample(Clock(0.1), 1, 2), 3)')
  expect(show(graph, 'unrelated')).toBeUndefined()
})

it('pairs that must agree are reported once: given twice, at the end of a cycle, or without a factor', () => {
  const graph = new ClockGraph()
  graph.give('a', parseExpression('Clock(0.1)'))
  for (let k = 0; k < 3; k++) graph.give('a', parseExpression('Clock(T)'))
  graph.link('a', 'b', { fn: 'subSample', factors: [number(2)] })
  graph.link('b', 'a', { fn: 'superSample', factors: [number(2)] })
  graph.give('c', parseExpression('Clock(0.3)'))
  graph.link('a', 'c', { fn: 'subSample', factors: [] })
  const found = graph.solve().map(({ clocks, isMultiple = false }) => [...clocks.map(printExpr), isMultiple])
  expect(found).toEqual([
    ['Clock(0.1)', 'Clock(T)', false],
    ['superSample(subSample(Clock(0.1), 2), 2)', 'Clock(0.1)', false],
    ['Clock(0.1)', 'Clock(0.3)', true],
  ])
})
