/** Every connector of the library: one potential and one flow, with their units. */
import { Var } from 'vario'
import { Pin } from 'vario/library/electric'
import { Port } from 'vario/library/fluid'
import { HeatPort } from 'vario/library/heat-transfer'
import { Flange } from 'vario/library/rotational'
import { Flange as RodFlange } from 'vario/library/translational'
import { expect, test } from 'vitest'
import type { ModelNode } from '../../src/model/index.ts'

test.each<[string, ModelNode, Record<string, string>, Record<string, string>]>([
  ['Pin', Pin, { v: 'V' }, { i: 'A' }],
  ['Flange', Flange, { phi: 'rad' }, { tau: 'N.m' }],
  ['Port', Port, { p: 'Pa' }, { q: 'm3/s' }],
  ['translational.Flange', RodFlange, { s: 'm' }, { f: 'N' }],
  ['HeatPort', HeatPort, { T: 'K' }, { Q_flow: 'W' }],
])('%s', (_name, connector, potentials, flows) => {
  const found = Object.entries(connector.members) as [string, object][]
  expect(found.map(([name]) => name)).toEqual([...Object.keys(potentials), ...Object.keys(flows)])
  for (const [name, member] of found) {
    const kind = name in potentials ? { potential: true } : { flow: true }
    expect(member).toMatchObject(Var({ ...kind, unit: { ...potentials, ...flows }[name] }))
    expect('potential' in member && 'flow' in member).toBe(false)
  }
})
