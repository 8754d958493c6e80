/** Connections to connectors any number of levels below, besides connections inside the components. */
import { equations, Model, simulate, Var } from 'vario'
import { ConstantVoltage, Ground, Pin, Resistor } from 'vario/library/electric'
import { Damper, Fixed, Inertia, Spring } from 'vario/library/rotational'
import { describe, expect, test } from 'vitest'
import { flatten } from '../../src/model/index.ts'
import { createRandom } from '../support/random.ts'
import { messageOf, textsOf } from './support.ts'

type Tree = Record<string, unknown>

/** A component of a random circuit: elements, pins, sub-components, and the connections that it contains. */
class Box {
  readonly members: Tree = {}
  readonly boxes = new Map<string, Box>()
  readonly connect: string[][] = []
  private nPin = 0

  /** A new pin of the component. */
  addPin(): string {
    const name = `pin${this.nPin++}`
    this.members[name] = Pin()
    return name
  }

  /** Number of ends of connections more than one level down. */
  countDeep(): number {
    const own = this.connect.flat().filter((path) => path.split('.').length > 2).length
    return [...this.boxes.values()].reduce((n, box) => n + box.countDeep(), own)
  }

  model(): ReturnType<typeof Model> {
    const members: Tree = { ...this.members, connect: this.connect }
    for (const [name, box] of this.boxes) members[name] = box.model()
    return Model(members)
  }
}

/** A connector that the box reaches by `path`. */
interface Terminal {
  readonly path: readonly string[]
  readonly name: string
}

const at = (root: Box, path: readonly string[]): Box => path.reduce((box, name) => box.boxes.get(name)!, root)

/** Name of a terminal in the box `level` components down its path. */
const nameFrom = ({ path, name }: Terminal, level: number): string => [...path.slice(level), name].join('.')

/**
 * Potentials of nodes 1 … n - 1 against node 0, with `conductances` between nodes and a source of 1 V through 1 Ohm at
 * node 1: nodal analysis, by elimination.
 */
function solveNodes(n: number, resistors: readonly (readonly [number, number, number])[]): number[] {
  const G = Array.from({ length: n }, () => new Array<number>(n + 1).fill(0))
  for (const [a, b, R] of resistors) {
    G[a][a] += 1 / R
    G[b][b] += 1 / R
    G[a][b] -= 1 / R
    G[b][a] -= 1 / R
  }
  G[1][1] += 1
  G[1][n] += 1
  for (let k = 1; k < n; k++) {
    for (let i = 1; i < n; i++) {
      if (i === k) continue
      const factor = G[i][k] / G[k][k]
      for (let j = k; j <= n; j++) G[i][j] -= factor * G[k][j]
    }
  }
  return Array.from({ length: n }, (_, k) => (k === 0 ? 0 : G[k][n] / G[k][k]))
}

/**
 * Creates a random circuit in random boxes. Each connection is written in any box that contains both ends; some lead
 * through pins of boxes.
 */
function createCircuit(seed: number): { root: Box; voltages: [string, number][] } {
  const random = createRandom(seed)
  const pick = (n: number): number => Math.floor(random() * n)
  const root = new Box()
  const paths: string[][] = [[]]
  for (let k = 0; k < 6; k++) {
    const path = paths[pick(paths.length)]
    at(root, path).boxes.set(`box${k}`, new Box())
    paths.push([...path, `box${k}`])
  }
  const nNode = 3 + pick(4)
  const terminals: Terminal[][] = Array.from({ length: nNode }, () => [])
  const resistors: [number, number, number][] = []
  const voltages: [string, number, number][] = []
  for (let k = 0; k < 12; k++) {
    const path = paths[pick(paths.length)]
    // a chain over all nodes first, so that the circuit is connected
    const a = k < nNode - 1 ? k : pick(nNode)
    const b = k < nNode - 1 ? k + 1 : (a + 1 + pick(nNode - 1)) % nNode
    const R = 0.1 + 10 * random()
    at(root, path).members[`R${k}`] = Resistor({ R })
    terminals[a].push({ path, name: `R${k}.p` })
    terminals[b].push({ path, name: `R${k}.n` })
    resistors.push([a, b, R])
    voltages.push([[...path, `R${k}.v`].join('.'), a, b])
  }
  const source = paths[pick(paths.length)]
  at(root, source).members['V'] = ConstantVoltage({ V: 1 })
  at(root, source).members['Ri'] = Resistor({ R: 1 })
  at(root, source).connect.push(['V.p', 'Ri.p'])
  terminals[1].push({ path: source, name: 'Ri.n' })
  const ground = paths[pick(paths.length)]
  at(root, ground).members['g'] = Ground()
  terminals[0].push({ path: source, name: 'V.n' }, { path: ground, name: 'g.p' })

  for (const list of terminals) {
    for (let i = 1; i < list.length; i++) {
      let [a, b] = [list[pick(i)], list[i]]
      let common = 0
      while (common < Math.min(a.path.length, b.path.length) && a.path[common] === b.path[common]) common++
      // through a pin of one of the boxes between
      if (b.path.length > common && random() < 0.4) {
        const level = common + 1 + pick(b.path.length - common)
        const box = at(root, b.path.slice(0, level))
        const pin = box.addPin()
        box.connect.push([pin, nameFrom(b, level)])
        b = { path: b.path.slice(0, level), name: pin }
        ;[a, b] = random() < 0.5 ? [a, b] : [b, a]
      }
      // pins of a box are connected from outside the box
      const highest = Math.min(
        common,
        ...[a, b].map(({ path, name }) => path.length - (name.includes('.') ? 0 : 1)),
      )
      const level = pick(highest + 1)
      at(root, a.path.slice(0, level)).connect.push([nameFrom(a, level), nameFrom(b, level)])
    }
  }
  const potentials = solveNodes(nNode, resistors)
  return { root, voltages: voltages.map(([name, a, b]) => [name, potentials[a] - potentials[b]]) }
}

describe('connections at any depth', () => {
  test('random circuits in random boxes have the voltages of the nodal analysis', () => {
    let nDeep = 0
    for (let seed = 1; seed <= 40; seed++) {
      const { root, voltages } = createCircuit(seed)
      const model = root.model()
      nDeep += root.countDeep()
      const result = simulate(model, { stopTime: 0 })
      for (const [name, expected] of voltages) {
        // voltages up to 1 V; both solve a well conditioned system of at most seven nodes
        expect(Math.abs(result.final(name) - expected), `seed ${seed}, ${name}`).toBeLessThan(1e-12)
      }
    }
    expect(nDeep).toBeGreaterThan(40)
  })

  const Sub = Model({ inertia: Inertia({ J: 2, phi: { init: 1 } }) })

  test('an oscillator whose inertia is nested three levels deep moves like a flat model', () => {
    const Deep = Model({
      spring: Spring({ c: 8 }),
      fixed: Fixed(),
      a: Model({ b: Model({ c: Sub() }) })(),
      connect: [
        ['fixed.flange', 'spring.flange_a'],
        ['spring.flange_b', 'a.b.c.inertia.flange_a'],
      ],
    })
    const result = simulate(Deep, { stopTime: 3, tolerance: 1e-9 })
    // phi = cos(2t): omega = sqrt(8/2); 1e-7 is a hundred tolerances
    expect(result.final('a.b.c.inertia.phi')).toBeCloseTo(Math.cos(6), 7)
  })

  test('a connector can be connected inside, outside, and from above at once', () => {
    const Joined = Model({
      a: Inertia({ J: 1, phi: { init: 1 } }),
      b: Inertia({ J: 3, phi: { init: 1 } }),
      damper: Damper({ d: 0 }),
      connect: [['a.flange_b', 'b.flange_a', 'damper.flange_a']],
    })
    const Top = Model({
      sub: Joined(),
      s1: Spring({ c: 12 }),
      s2: Spring({ c: 4 }),
      fixed: Fixed(),
      connect: [
        ['fixed.flange', 's1.flange_a', 's2.flange_a', 'sub.damper.flange_b'],
        ['s1.flange_b', 'sub.a.flange_b'],
        ['s2.flange_b', 'sub.b.flange_a'],
      ],
    })
    const { equations: all } = flatten(Top)
    const texts = textsOf({ ...flatten(Top), equations: all.filter(({ origin }) => origin === 'connection') })
    expect(texts.filter((text) => text.startsWith('0 ='))).toEqual([
      '0 = fixed.flange.tau + s1.flange_a.tau + s2.flange_a.tau + sub.damper.flange_b.tau',
      '0 = s1.flange_b.tau + sub.a.flange_b.tau + s2.flange_b.tau + sub.b.flange_a.tau + sub.damper.flange_a.tau',
    ])
    // both inertias together: omega = sqrt(16/4)
    const result = simulate(Top, { stopTime: 3, tolerance: 1e-9 })
    expect(result.final('sub.b.phi')).toBeCloseTo(Math.cos(6), 7)
  })

  test('a parallel connection around a connector leaves it without flow', () => {
    const Cell = Model({
      p: Pin(),
      R: Resistor({ R: 2 }),
      g: Ground(),
      connect: [
        ['p', 'R.p'],
        ['R.n', 'g.p'],
      ],
    })
    const Top = Model({
      cell: Cell(),
      V: ConstantVoltage({ V: 6 }),
      g: Ground(),
      connect: [
        ['V.p', 'cell.p', 'cell.R.p'],
        ['V.n', 'g.p'],
      ],
    })
    const result = simulate(Top, { stopTime: 0 })
    expect([result.final('cell.R.i'), result.final('V.i'), result.final('cell.p.i')]).toEqual([3, -3, 0])
  })

  test('signals connect elements of arrays and inputs further down, and reject two sources', () => {
    const Gain = Model({ u: Var({ input: true }), y: Var({ output: true }), equations: equations`y = 2*u` })
    const Source = Model({
      position: Var({ output: true }),
      equations: equations`position = [time, 3*time, 5*time]`,
    })
    const Inner = Model({ gain: Gain() })
    const Top = Model({
      path: Source(),
      sub: Inner(),
      other: Gain(),
      connect: [['path.position[2]', 'sub.gain.u']],
      equations: equations`connect(path.position[3], other.u)`,
    })
    const result = simulate(Top, { stopTime: 1 })
    expect([result.final('sub.gain.y'), result.final('other.y')]).toEqual([6, 10])
    const Collect = Model({
      a: Gain(),
      b: Gain(),
      bus: Model({ u: Var({ input: true, init: [0, 0] }), equations: equations`s = u[1] + 10*u[2]` })(),
      connect: [
        ['a.y', 'bus.u[1]'],
        ['b.y', 'bus.u[2]'],
      ],
      equations: equations`a.u = 1; b.u = 2`,
    })
    expect(simulate(Collect, { stopTime: 0 }).final('bus.s')).toBe(42)
    const Fed = Model({
      src: Gain(),
      gain: Gain(),
      connect: [['src.y', 'gain.u']],
      equations: equations`src.u = 1`,
    })
    const Twice = Model({
      sub: Fed(),
      src: Gain(),
      connect: [['src.y', 'sub.gain.u']],
      equations: equations`src.u = 1`,
    })
    expect(messageOf(() => flatten(Twice))).toMatch(/two: src.y is an output, and sub.src.y is an output/)
  })

  test('the error for an unknown element or name lists the existing ones', () => {
    const Top = Model({ sub: Sub(), s: Spring(), connect: [['s.flange_a', 'sub.inertia.flange_c']] })
    expect(messageOf(() => flatten(Top))).toMatch(
      /sub.inertia has .*flange_a, flange_b.*did you mean 'flange_a'/,
    )
  })
})
