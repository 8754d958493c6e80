/** Data that the viewer extracts from tables: trees, events, log, texts. */
import { SignalTable } from 'vario'
import { describe, expect, test } from 'vitest'
import {
  chooseDiagrams,
  createComponentTree,
  createLog,
  createSignalTree,
  describeResult,
  findComponent,
  findEvents,
  findLast,
  findSteps,
  lastPart,
  nextAbove,
  nextBelow,
  parentPath,
  parseParameter,
  printConstant,
  printParameter,
  printSeconds,
  printTicks,
  printValues,
  searchSignals,
} from '../../src/viewer/data/index.ts'
import { createBoxes } from '../support/browser/test-results.ts'

describe('paths', () => {
  test.each([
    ['robot.arm', 'robot', 'arm'],
    ['C.der(v)', 'C', 'der(v)'],
    ['C.der(p.v)', 'C', 'der(p.v)'],
    ['rod[2].T', 'rod[2]', 'T'],
    ['x', '', 'x'],
    ['', '', ''],
  ])('%s', (path, parent, last) => {
    expect([parentPath(path), lastPart(path)]).toEqual([parent, last])
  })
})

test('times are listed once each, those of events separately, and the next one is found', () => {
  const time = Float64Array.from([0, 1, 1, 1, 2, 3, 3])
  expect([...findSteps(time)]).toEqual([0, 1, 2, 3])
  expect([...findEvents(time)]).toEqual([1, 3])
  const steps = findSteps(time)
  expect([nextAbove(steps, 1), nextAbove(steps, 0.5), nextAbove(steps, 3)]).toEqual([2, 1, undefined])
  expect([nextBelow(steps, 1), nextBelow(steps, 2.5), nextBelow(steps, 0)]).toEqual([0, 2, undefined])
  expect(findEvents(new Float64Array(0))).toHaveLength(0)
})

test('components are the prefixes of names, and the objects of the scene', () => {
  const table = createBoxes()
  const root = createComponentTree(table, {
    ...{ up: [0, 1, 0], parts: [], objects: ['world', 'robot.hand'] },
    joints: [{ path: 'robot.wrist', kind: 'Revolute', obj1: 'world', obj2: 'robot.hand' }] as never,
  })
  expect(root.name).toBe('Boxes')
  expect(root.signals).toEqual(['energy'])
  expect(root.children.map(({ path }) => path)).toEqual(['world', 'robot', 'box1', 'box2', 'box3'])
  expect(findComponent(root, 'robot.hand')?.kind).toBe('object')
  expect(findComponent(root, 'robot.wrist')).toMatchObject({ kind: 'joint', what: 'Revolute' })
  expect(findComponent(root, 'box2')?.signals).toEqual(['box2.r_abs', 'box2.q_abs', 'box2.mass'])
  expect(findComponent(root, 'robot.ha')).toBeUndefined()
})

test('signals have their elements as children; parameters cannot be plotted', () => {
  const table = createBoxes()
  const tree = createSignalTree(table)
  expect(tree.map(({ name, isSignal }) => [name, isSignal])).toEqual([
    ...['box1', 'box2', 'box3'].map((name) => [name, false]),
    ['energy', true],
  ])
  expect(tree[0].children[0].children.map(({ name }) => name)).toEqual(
    [1, 2, 3].map((k) => `box1.r_abs[${k}]`),
  )
  expect(searchSignals(table, 'ABS box2', 10).map(({ name }) => name)).toEqual(['box2.r_abs', 'box2.q_abs'])
  expect(searchSignals(table, 'abs', 2)).toHaveLength(2)
  expect(searchSignals(table, 'nothing', 9)).toEqual([])
  expect(chooseDiagrams(table)).toEqual([{ names: ['energy'], xName: undefined }])
})

test('components come before signals, in numerical order', () => {
  const table = new SignalTable({})
  table.addTime({ values: Float64Array.of(0, 1) })
  for (const name of ['ball10.x', 'speed', 'ball2.x']) table.add({ name, values: Float64Array.of(0, 1) })
  expect(createSignalTree(table).map(({ name }) => name)).toEqual(['ball2', 'ball10', 'speed'])
})

test('diagrams are those that the model file requests, as far as their signals exist', () => {
  const plot = [['energy', 'gone'], { curves: 'energy', xAxis: 'box1.r_abs[2]' }, 'gone']
  const table = createBoxes()
  Object.assign(table.attributes, { source: { plot } })
  expect(chooseDiagrams(table)).toEqual([
    { names: ['energy'], xName: undefined },
    { names: ['energy'], xName: 'box1.r_abs[2]' },
  ])
  expect(chooseDiagrams(table, 'box2.r_abs')).toEqual([{ names: ['box2.r_abs'], xName: undefined }])
  Object.assign(table.attributes, { source: { plot: 7 } })
  expect(chooseDiagrams(table)).toEqual([{ names: ['energy'], xName: undefined }])
})

test('the properties of a result omit the model and checksums', () => {
  const table = new SignalTable({
    model: 'M',
    experiment: { interval: 0.02, tolerance: 1e-6 },
    source: { model: { x: 1 }, merge: {}, hash: 'abc', file: 'm.ts' },
  })
  const sections = describeResult(table).map(({ title, rows }) => [title, rows])
  expect(sections.slice(1)).toEqual([
    [
      'Experiment',
      [
        ['interval', '0.02'],
        ['tolerance', '1e−6'],
      ],
    ],
    ['Source', [['file', 'm.ts']]],
  ])
})

test('fields of parameters accept numbers, arrays, matrices, texts', () => {
  const table = new SignalTable({})
  table.addParameter({ name: 'k', value: 0.1 + 0.2 })
  table.addParameter({ name: 'r', size: [3], value: [1, -2.5, 3e-7] })
  table.addParameter({
    name: 'm',
    size: [2, 2],
    value: [1, 2, 3, 4],
  })
  table.addParameter({ name: 'text', value: 'steel' })
  const [k, r, m, text] = ['k', 'r', 'm', 'text'].map((name) => table.signal(name))
  expect([k, r, m, text].map(printParameter)).toEqual([
    '0.30000000000000004',
    '[1, -2.5, 3e-7]',
    '[[1, 2], [3, 4]]',
    'steel',
  ])
  expect(parseParameter(k, ' 7e-3 ')).toEqual({ value: 0.007 })
  expect(parseParameter(k, 'much')).toEqual({ problem: 'Expected a number.' })
  expect(parseParameter(k, ' ')).toEqual({ problem: 'Expected a number.' })
  expect(parseParameter(r, '1 2;3')).toEqual({ value: [1, 2, 3] })
  const problem = 'Expected 3 numbers separated by commas.'
  expect(parseParameter(r, '[1, 2]')).toEqual({ problem })
  expect(parseParameter(r, '[1, 2, x]')).toEqual({ problem })
  expect(parseParameter(m, '[[5, 6], [7, 8]]')).toEqual({
    value: [
      [5, 6],
      [7, 8],
    ],
  })
  expect(parseParameter(text, '1')).toEqual({ value: '1' })
})

test('the log contains all entries ordered by time, except those without a time', () => {
  const table = new SignalTable(
    {
      log: [{ time: 2, text: 'hello' }, { text: 'never' }],
      'robot.contacts': [{ obj1: 'a', obj2: 'b', start: 1, end: null, velocity: 0.5 }],
      actions: [{ time: 3, action: 'lock', object: 'hand' }],
    },
    [{ code: 'LIMIT', message: 'too fast', time: 0.5 }],
  )
  expect(createLog(table)).toEqual([
    { time: 0.5, kind: 'warning', text: 'LIMIT: too fast' },
    { time: 1, kind: 'contact', text: 'a – b touch, 0.50000 m/s' },
    { time: 2, kind: 'log', text: 'hello' },
    { time: 3, kind: 'action', text: 'lock, object hand' },
  ])
})

test('numbers of constants have no trailing zeros', () => {
  expect([0.02, 1e-6, 10, -1.5, 100000.5, 0, Number.NaN].map(printConstant)).toEqual([
    '0.02',
    '1e−6',
    '10',
    '−1.5',
    '1e5',
    '0',
    '–',
  ])
})

test('finds the last time that is not later', () => {
  const times = Float64Array.of(1, 2, 2, 5)
  expect([0, 1, 2, 4.9, 5, 9].map((t) => findLast(times, t))).toEqual([-1, 0, 2, 2, 3, 3])
})

test('numbers are short, and missing ones are marked', () => {
  const [real, boolean] = [{ type: 'real' }, { type: 'boolean' }] as const
  const print = (value: number): string => printValues([value], true, real)
  expect([0.1, -12.34567, 1e-7, 123456, 0, Number.NaN, Number.NEGATIVE_INFINITY].map(print)).toEqual([
    ...['0.10000', '−12.346', '1.0000e−7', '1.2346e5', '0', '–', '−∞'],
  ])
  expect(printValues([1, 0], false, boolean)).toBe('[true, false]')
  // an enumeration, and values that are none of its names
  const gear = { ...real, valueNames: ['neutral', 'forward'] }
  expect(printValues([2, 1, Number.NaN, 3], false, gear)).toBe('[forward, neutral, –, 3.0000]')
  expect(printValues(new Float64Array(20), false, real)).toBe('[0, 0, 0, 0, 0, 0, 0, 0, 0, …]')
  expect([printSeconds(0.05, 0.1), printSeconds(43, 86), printSeconds(0, 0)]).toEqual([
    '0.0500',
    '43.00',
    '0.000',
  ])
})

test('ticks have enough digits to distinguish them', () => {
  expect(printTicks([0, 0.5, 1, null])).toEqual(['0', '0.5', '1', ''])
  expect(printTicks([-1e5, 0, 1e5])).toEqual(['−1e5', '0', '1e5'])
  const near = [20.5461234, 20.5461236, 20.5461238]
  expect(printTicks(near)).toEqual(['20.5461234', '20.5461236', '20.5461238'])
  expect(printTicks([1.0000002e6, 1.0000004e6])).toEqual(['1.0000002e6', '1.0000004e6'])
  expect([printTicks([]), printTicks([3])]).toEqual([[], ['3']])
})
