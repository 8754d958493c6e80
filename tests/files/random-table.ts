import { SignalTable } from 'vario'
import { createRandom } from '../support/random.ts'

const SIZES = [[], [], [1], [3], [2, 3], [2, 1, 2], [0]]
const UNITS = ['', 'm', 'rad/s', 'kg.m2', '°C', 'Ω']
const TYPES = ['real', 'real', 'boolean', 'quaternion'] as const
const KINDS = ['state', 'derivative', 'variable', 'discrete', 'clocked'] as const
/** Names that are difficult in one format or another. */
const NAMES = [
  ...[
    'a',
    'a.b',
    'a.b.c',
    'r[1]',
    'x/y',
    '/',
    '..',
    '.',
    'a.',
    'a.missing',
    'größe.日本 😀',
    'half\ud800',
    'zero\0.q',
  ],
  ...[
    '"quoted", with; signs',
    ' space ',
    'line\nbreak',
    '__proto__',
    'constructor',
    'der(x)',
    'time~2',
    'vario',
    'a~2',
  ],
]
const NUMBERS = [
  0,
  -0,
  Number.NaN,
  Number.POSITIVE_INFINITY,
  Number.NEGATIVE_INFINITY,
  5e-324,
  1.7976931348623157e308,
]

/**
 * A table with all properties of signals: kinds, types, sizes, units per element, missing values, several time axes
 * with segments, aliases of all kinds, constants, parameters, texts, and names of all sorts.
 */
export function createRandomTable(seed: number): SignalTable {
  const random = createRandom(seed)
  const integer = (below: number): number => Math.floor(below * random())
  const choose = <T>(list: readonly T[]): T => list[integer(list.length)]
  const number = (): number => (random() < 0.3 ? choose(NUMBERS) : (random() - 0.5) * 10 ** integer(12))

  const attributes = { model: `M${seed}`, 'ключ "1"': [null, true, -0, number(), { __proto__x: 'ü' }] }
  const warnings = random() < 0.5 ? [] : [{ code: 'NON_FINITE', message: 'x "is" NaN', time: number() }]
  const table = new SignalTable(attributes, warnings)

  const axes: { name: string; nPoint: number }[] = []
  const addAxis = (name: string): void => {
    const nPoint = choose([0, 1, 2, 7, 30, 130])
    const values = Float64Array.from({ length: nPoint }, () => integer(20) / 4).sort()
    const segmentStarts = Array.from({ length: nPoint }, (_, i) => i).filter(
      (i) => i === 0 || random() < 0.05,
    )
    table.addTime({
      name,
      values,
      unit: choose(['s', 'h', '']),
      info: choose(['', 'axis']),
      ...(nPoint ? { segmentStarts } : {}),
    })
    axes.push({ name, nPoint })
  }

  const addSignal = (name: string): void => {
    const { name: axis, nPoint } = choose(axes)
    const type = choose(TYPES)
    const size = type === 'quaternion' ? [4] : choose(SIZES)
    const nElement = size.reduce((product, length) => product * length, 1)
    const values = Float64Array.from({ length: nElement * nPoint }, () =>
      type === 'boolean' ? integer(2) : number(),
    )
    const part = choose([0, 0, 0.3, 1])
    const missing = Uint8Array.from(values, () => Number(random() < part))
    const unit = random() < 0.6 ? choose(UNITS) : Array.from({ length: nElement }, () => choose(UNITS))
    const info = choose(['', 'one line', 'größer als "0"'])
    table.add({
      name,
      axis,
      size,
      type,
      kind: choose(KINDS),
      unit,
      info,
      values,
      ...(part > 0 ? { missing } : {}),
    })
    if (random() < 0.5) table.addAlias({ name: `${name}.same`, of: name, info: 'another' })
    if (random() < 0.5 && type === 'real') table.addAlias({ name: `minus.${name}`, of: name, negated: true })
    if (random() < 0.3 && table.has(`${name}[1]`)) table.addAlias({ name: `${name}.first`, of: `${name}[1]` })
  }

  if (random() < 0.1) table.addParameter({ name: 'before', value: 1 })
  if (random() < 0.95) addAxis('time')
  if (axes.length > 0) {
    NAMES.filter(() => random() < 0.5).forEach(addSignal)
    if (random() < 0.5) addAxis('clock.t')
    for (let k = 0; k < 5; k++) addSignal(`part${k}.signal`)
    table.addConstant({ name: 'c', value: [1.5, -0], size: [2], unit: ['V', 'A'], axis: choose(axes).name })
    table.addConstant({ name: 'off', value: false })
    table.addAlias({ name: 'c.minus', of: 'c', negated: true })
  }
  table.addParameter({ name: 'matrix', value: [1, 2, 3, 4, number(), 6], size: [2, 3], unit: 'N/m' })
  table.addParameter({ name: 'none', value: [], size: [0] })
  table.addParameter({ name: 'isOn', value: [true, false], size: [2] })
  table.addParameter({ name: 'label', value: 'a "text", with; signs\nand 😀' })
  table.addParameter({ name: 'nothing', value: '' })
  return table
}
