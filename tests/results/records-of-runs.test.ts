/** Records of a run, with the types that users import. */
import {
  type ActionRecord,
  type ContactRecord,
  equations,
  type ImpactRecord,
  type Linearization,
  linearize,
  type MergeTree,
  Model,
  type ModelNode,
  type RunWarning,
  type SegmentAttributes,
  type SegmentTree,
  type Signal,
  SignalTable,
  simulate,
  Var,
} from 'vario'
import { expect, test } from 'vitest'

const Decay = Model({
  x: Var({ init: 1 }),
  k: Var(),
  equations: equations`
  k = 2
  der(x) = -k*x
`,
})

test('a table without a run has no records', () => {
  const table = new SignalTable()
  const segments: readonly SegmentAttributes[] = table.segments
  const actions: readonly ActionRecord[] = table.actions
  const impacts: readonly ImpactRecord[] = table.impacts
  const contacts: readonly ContactRecord[] = table.contacts
  const warnings: readonly RunWarning[] = table.warnings
  for (const list of [segments, actions, impacts, contacts, warnings]) expect(list).toEqual([])
})

test('a run of equations has one segment without a tree of bodies', () => {
  const merge: MergeTree = { x: { init: 2 } }
  const result = simulate(Decay as ModelNode, { stopTime: 1, merge })
  const [segment] = result.segments
  expect([segment.startTime, segment.endTime, segment.states]).toEqual([0, 1, 1])
  const tree: SegmentTree | undefined = segment.tree
  expect(tree).toBeUndefined()
  const signal: Signal = result.signal('x')
  expect(signal.kind).toBe('state')
})

test('a linearization is data with names', () => {
  // der(x) = -2 x
  const { A, states }: Linearization = linearize(Decay, { stopTime: 0 })
  expect(states).toEqual(['x'])
  expect(Array.from(A[0])).toEqual([-2])
})
