import { SignalTable } from 'vario'
import { SignalRecorder } from '../../src/results/index.ts'

/**
 * The table of the reference case `segmented-signals`: three segments, with signals that appear, disappear and change
 * their sizes.
 */
export function createSegmentedTable(): SignalTable {
  const recorder = new SignalRecorder()
  const times = [
    [0, 1, 2, 3],
    [3, 4, 5, 6, 7],
    [7, 8, 9],
  ]
  const x = { name: 'x', unit: 'm', kind: 'state' } as const
  const part = { name: 'part', unit: 'V', info: 'not in segment 2' }
  const declarations = [
    [x, part, { name: 'r', size: [3] }, { name: 's', size: [3] }, { name: 'm', size: [2, 3] }],
    [x],
    [x, part, { name: 'r', size: [3] }, { name: 's', size: [1] }, { name: 'm', size: [3, 2] }],
  ]
  for (const [k, segment] of times.entries()) {
    const n = recorder.startSegment(declarations[k])
    // every value encodes its segment, its time and its column
    for (const t of segment)
      recorder.appendRow(
        t,
        Float64Array.from({ length: n }, (_, c) => 1000 * (k + 1) + 10 * t + c / 10),
      )
  }
  return recorder.finish()
}

/** A table with everything that a file format has to preserve. */
export function createRichTable(): SignalTable {
  const attributes = {
    model: 'Rich "model"',
    options: {
      tolerance: 1e-6,
      maxStep: Number.POSITIVE_INFINITY,
      solver: 'auto',
      names: ['a', null, true, -0],
    },
    statistics: { steps: 57, worst: Number.NaN },
  }
  const table = new SignalTable(attributes, [
    { code: 'NON_FINITE', message: 'motor.w is NaN at t = 0.1 s.', time: 0.1 },
    { code: 'OTHER', message: 'a "quoted" one', time: Number.NaN },
  ])
  table.addTime({
    values: Float64Array.of(0, 0.1, 0.1, 1 / 3),
    segmentStarts: [0, 2],
    info: 'simulated time',
  })
  const values = Float64Array.of(-0, Number.NaN, 5e-324, Number.NEGATIVE_INFINITY)
  table.add({ name: 'motor.w', unit: 'rad/s', kind: 'derivative', info: 'speed, "quoted"', values })
  table.add({ name: 'gap', values: Float64Array.of(1, Number.NaN, 0, 3), missing: Uint8Array.of(0, 0, 1, 0) })
  table.add({
    name: 'r',
    size: [2],
    unit: ['rad', '1/s'],
    values: Float64Array.from({ length: 8 }, (_, i) => i / 7),
  })
  const flags = { values: Float64Array.of(1, 0, 0, 1), missing: Uint8Array.of(0, 1, 0, 0) }
  table.add({ name: 'on', type: 'boolean', kind: 'discrete', ...flags })
  table.addTime({ name: 'clock', values: Float64Array.of(0, 0.25) })
  table.add({ name: 'u', axis: 'clock', kind: 'clocked', unit: 'V', values: Float64Array.of(Math.PI, 1e300) })
  table.addAlias({ name: 'wm', of: 'motor.w' })
  table.addAlias({ name: 'minus', of: 'gap', negated: true, info: 'negated' })
  table.addAlias({ name: 'r2', of: 'r[2]' })
  table.addConstant({ name: 'zero', unit: 'V', value: 0 })
  table.addParameter({ name: 'motor.J', unit: 'kg.m2', value: 0.02 })
  table.addParameter({ name: 'limit', value: Number.POSITIVE_INFINITY })
  table.addParameter({ name: 'A', size: [2, 2], value: [1, 2, 3, 4.5] })
  table.addParameter({ name: 'flag', value: true })
  table.addParameter({ name: 'data', value: 'NaN' })
  return table
}

/** All comparable data of a table; bit patterns distinguish -0 from 0. */
export function dumpTable(table: SignalTable): unknown {
  return {
    attributes: table.attributes,
    warnings: table.warnings,
    axes: [...table.axes].map(([name, axis]) => [name, [...axis.segmentStarts]]),
    signals: table.names.map((name) => {
      const { header, unit, kind, info, size } = table.signal(name)
      const { type, baseKind, elementUnits, aliasOf, sign, text } = header
      const about = { name, unit, kind, info, size, type, baseKind, elementUnits, aliasOf, sign, text }
      if (text !== undefined) return about
      const { values, missing } = table.signal(name)
      return { ...about, axis: header.axis?.name, bits: bitsOf(values), missing: missing && [...missing] }
    }),
  }
}

function bitsOf(values: Float64Array): string[] {
  return Array.from(values, (value) => (Object.is(value, -0) ? '-0' : String(value)))
}
