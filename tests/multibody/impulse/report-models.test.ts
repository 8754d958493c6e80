/**
 * Models of Engelson 2000 and some with closed forms: four cubes that collide (7.3), and shapes from STL files (6.3).
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type SignalTable, simulate } from 'vario'
import { Box, FileMesh, Model3D, NoGravityField, Object3D, Scene, Solid } from 'vario/multibody'
import { afterAll, describe, expect, test } from 'vitest'

const folder = mkdtempSync(join(tmpdir(), 'vario-stl-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const EDGE = Math.sqrt(0.8)

const scene = (e: number, mu = 0): ReturnType<typeof Object3D> =>
  Object3D({
    feature: Scene({
      ...{ contactResponse: 'impulse', gravityField: NoGravityField() },
      contactPairs: {
        'Steel-Steel': {
          ...{ coefficientOfRestitution: e, slidingFrictionCoefficient: mu },
          rotationalResistanceCoefficient: 0,
        },
      },
    }),
  })

/** Largest change of a sum over the run, relative to `size`. */
function drift(result: SignalTable, name: string, size: number): number {
  const values = result.values(name)
  return Math.max(...Array.from(values, (value) => Math.abs(value - values[0]))) / size
}

/** Four cubes of the report, with m = 1 and I = 2/15; two of them move towards the others. */
function cubes(e: number, mu: number, shape = Box({ lengthX: EDGE, lengthY: EDGE, lengthZ: EDGE })) {
  const cube = (translation: number[], velocity: number[], rotation: number[]) =>
    Object3D({
      ...{ parent: 'world', fixedToParent: false, translation, velocity, rotation },
      feature: Solid({ shape, massProperties: 1, contactMaterial: 'Steel', collision: true }),
    })
  return Model3D({
    world: scene(e, mu),
    one: cube([-2, 0.1, 0], [1.5, 0, 0], [0.3, 0.2, 0.1]),
    two: cube([2, -0.1, 0.2], [-1, 0, 0], [0.1, -0.4, 0.6]),
    three: cube([0, 0.7, 0.1], [0, 0, 0], [0.5, 0.1, 0.2]),
    four: cube([0.1, -0.8, 0], [0, 0, 0], [-0.2, 0.3, 0.4]),
  })
}

const MOMENTA = ['momentum', 'angularMomentum'].flatMap((name) => [1, 2, 3].map((i) => `world.${name}[${i}]`))

describe('four cubes that collide', () => {
  test.each([
    [1, 0],
    [0.7, 0.3],
  ])('keep their momenta and lose energy: e = %d, mu = %d', (e, mu) => {
    const result = simulate(cubes(e, mu), { stopTime: 3, tolerance: 1e-9 })
    const impacts = result.attributes['impacts'] as readonly unknown[]
    expect(impacts.length).toBeGreaterThanOrEqual(2)
    // 2.5 kg.m/s in motion; errors of the tolerance in the flights of rotating bodies
    for (const name of MOMENTA) expect(drift(result, name, 2.5)).toBeLessThan(1e-7)
    const energy = result.values('world.kineticEnergy')
    if (e === 1) expect(drift(result, 'world.kineticEnergy', energy[0])).toBeLessThan(1e-7)
    else for (let i = 1; i < energy.length; i++) expect(energy[i] - energy[i - 1]).toBeLessThan(1e-7)
  })
})

describe('shapes from STL files', () => {
  /** An STL file of a box with these half lengths. */
  const writeBox = (name: string, a: number, b: number, c: number): string => {
    const corner = (k: number): string => [k & 1 ? a : -a, k & 2 ? b : -b, k & 4 ? c : -c].join(' ')
    const triangles = [
      ...[
        [0, 2, 1],
        [1, 2, 3],
        [4, 5, 6],
        [5, 7, 6],
        [0, 1, 4],
        [1, 5, 4],
      ],
      ...[
        [2, 6, 3],
        [3, 6, 7],
        [0, 4, 2],
        [2, 4, 6],
        [1, 3, 5],
        [3, 7, 5],
      ],
    ]
    const facets = triangles.map(
      (corners) =>
        `facet normal 0 0 0\n outer loop\n${corners.map((k) => `  vertex ${corner(k)}`).join('\n')}\n endloop\nendfacet`,
    )
    const path = join(folder, `${name}.stl`)
    writeFileSync(path, `solid ${name}\n${facets.join('\n')}\nendsolid ${name}\n`)
    return path
  }

  test('give a cube from a file the impact of a cube (closed form of the report)', () => {
    const filename = writeBox('cube', EDGE / 2, EDGE / 2, EDGE / 2)
    const body = (translation: number[], velocity: number[], rotation: number[]) =>
      Object3D({
        ...{ parent: 'world', fixedToParent: false, translation, velocity, rotation },
        feature: Solid({
          ...{ shape: FileMesh({ filename }), massProperties: 1, contactMaterial: 'Steel' },
          ...{ collision: true, collisionSmoothingRadius: 0 },
        }),
      })
    const model = Model3D({
      world: scene(1),
      // its diagonal is along x
      A: body([-0.5, -0.1, 0], [1, 0.2, 0], [0, Math.atan(Math.SQRT1_2), -Math.PI / 4]),
      B: body([0.7745966692414833 + EDGE / 2, -0.1, -0.05], [0, 0, 0], [0, 0, 0]),
    })
    const result = simulate(model, { stopTime: 0.6, tolerance: 1e-9 })
    const [impact] = result.attributes['impacts'] as unknown as readonly {
      readonly time: number
      readonly normalImpulse: number
    }[]
    expect(Math.abs(impact.time - 0.5)).toBeLessThan(1e-11)
    // the sum of both inverse masses, and of the lever arms (0.1, 0.05) over the inertia: as in the closed form
    expect(Math.abs(impact.normalImpulse - 0.9552238805970149)).toBeLessThan(1e-10)
    expect(Math.abs(result.final('B.angularVelocity[2]') - 0.3582089552238806)).toBeLessThan(1e-10)
    expect(Math.abs(result.final('B.angularVelocity[3]') + 0.7164179104477613)).toBeLessThan(1e-10)
  })
})
