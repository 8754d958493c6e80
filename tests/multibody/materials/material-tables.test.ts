import { solidMaterials } from 'vario/multibody'
import { describe, expect, it } from 'vitest'
import {
  assertSolidMaterial,
  createMaterialTables,
  findContactPair,
  findSolidMaterial,
} from '../../../src/materials/index.ts'

const tables = createMaterialTables('world.feature')

describe('findSolidMaterial', () => {
  it('finds predefined materials', () => {
    expect(findSolidMaterial('arm', tables, 'Steel')).toMatchObject({
      density: 8000,
      YoungsModulus: 2e11,
      PoissonsRatio: 0.3,
    })
    expect(findSolidMaterial('arm', tables, 'BilliardBall').density).toBe(1768)
  })

  it('suggests a name', () => {
    expect(() => findSolidMaterial('arm.feature.solidMaterial', tables, 'steel')).toThrow(
      /^arm\.feature\.solidMaterial: expected 'Steel' \| .*did you mean 'Steel'\?\), got 'steel'/,
    )
    expect(() => findSolidMaterial('arm', tables, 'toString')).toThrow(/^arm: expected 'Steel'/)
  })

  it('has defaults that users could have written, except for the observer', () => {
    for (const [name, material] of Object.entries(solidMaterials))
      if (name !== 'Observer') assertSolidMaterial(name, material)
    expect(() => assertSolidMaterial('Observer', solidMaterials['Observer'])).toThrow(/^Observer\.density/)
  })
})

describe('createMaterialTables', () => {
  it('replaces predefined materials by those of a scene, and keeps the others', () => {
    const own = createMaterialTables('world', {
      solidMaterials: {
        Rubber: { density: 1100, YoungsModulus: 5e6, PoissonsRatio: 0.49 },
        Steel: { density: 7800 },
      },
    })
    expect(findSolidMaterial('a', own, 'Rubber').density).toBe(1100)
    expect(findSolidMaterial('a', own, 'Steel').density).toBe(7800)
    expect(findSolidMaterial('a', own, 'DryWood').density).toBe(700)
    expect(findSolidMaterial('a', tables, 'Steel').density).toBe(8000)
    expect(() => findSolidMaterial('a', tables, 'Rubber')).toThrow(/^a: expected/)
  })

  it.each([
    [{ density: 0 }, 'world.solidMaterials.X.density: expected a positive number, got 0.'],
    [
      { density: 1, PoissonsRatio: 0.5 },
      'world.solidMaterials.X.PoissonsRatio: expected a number > 0 and < 0.5, got 0.5.',
    ],
    [{ YoungsModulus: -1 }, 'world.solidMaterials.X.YoungsModulus: expected a positive number, got -1.'],
    [{ densty: 1 }, "did you mean 'density'?), got 'densty'."],
  ])('rejects the solid material %j', (material, message) => {
    expect(() => createMaterialTables('world', { solidMaterials: { X: material as object } })).toThrow(
      message,
    )
  })

  const pair = {
    coefficientOfRestitution: 0.5,
    slidingFrictionCoefficient: 0.2,
    rotationalResistanceCoefficient: 0.01,
  }
  it.each([
    [
      'Steel-DryWood',
      { ...pair, coefficientOfRestitution: 1.1 },
      'coefficientOfRestitution: expected a number between 0 and 1',
    ],
    [
      'Steel-DryWood',
      { ...pair, slidingFrictionCoefficient: -1 },
      'slidingFrictionCoefficient: expected a number >= 0',
    ],
    [
      'Steel-DryWood',
      { coefficientOfRestitution: 1 },
      'slidingFrictionCoefficient: expected a number >= 0, got undefined',
    ],
    ['Steel-DryWood', { ...pair, vsmall: 0 }, 'vsmall: expected a positive number'],
    ['Steel-DryWood', { ...pair, vsmallFriction: -1 }, 'vsmallFriction: expected a positive number'],
    ['Steel-DryWood', { ...pair, friction: 0 }, 'expected only the names response, coefficient'],
    ['Steel-DryWod', pair, "world.contactPairs['Steel-DryWod']: expected 'Steel' | "],
    ['Steel', pair, "world.contactPairs['Steel']: expected the names of two solid materials"],
  ])('rejects the contact pair %s: %j', (names, data, message) => {
    expect(() => createMaterialTables('world', { contactPairs: { [names]: data as typeof pair } })).toThrow(
      message,
    )
  })

  it('rejects a pair given in both orders', () => {
    const contactPairs = { 'Steel-DryWood': pair, 'DryWood-Steel': pair }
    expect(() => createMaterialTables('world', { contactPairs })).toThrow(/'DryWood-Steel'.*only once/)
  })
})

describe('findContactPair', () => {
  it('finds a pair in both orders, complete', () => {
    const expected = {
      response: 'elastic',
      coefficientOfRestitution: 0.98,
      slidingFrictionCoefficient: 0,
      rotationalResistanceCoefficient: 0,
      vsmall: 0.01,
      vsmallFriction: 1e-4,
      wsmall: 0.01,
    }
    expect(findContactPair(tables, 'BilliardBall', 'BilliardCushion')).toEqual(expected)
    expect(findContactPair(tables, 'BilliardCushion', 'BilliardBall')).toEqual(expected)
  })

  it('takes the mean of both materials with themselves (facts A.7: Steel and DryWood)', () => {
    const found = findContactPair(tables, 'Steel', 'DryWood')
    // sums of decimal fractions: 1 ulp
    expect(found).toEqual({
      response: 'elastic',
      coefficientOfRestitution: expect.closeTo(0.65, 15),
      slidingFrictionCoefficient: expect.closeTo(0.4, 15),
      rotationalResistanceCoefficient: expect.closeTo(0.001, 15),
      vsmall: 0.01,
      vsmallFriction: 1e-4,
      wsmall: 0.01,
    })
  })

  it('finds no pair of materials without pairs with themselves', () => {
    expect(findContactPair(tables, 'Aluminium', 'Steel')).toBeUndefined()
    expect(findContactPair(tables, 'BilliardTable', 'BilliardTable')).toBeUndefined()
  })

  it('has observers, which never exert a force', () => {
    expect(findContactPair(tables, 'Steel', 'Observer')).toEqual({ response: 'observer' })
    expect(findContactPair(tables, 'DryWood', 'Observer')).toEqual({
      response: 'observer',
    })
  })

  it('lets a scene add and replace pairs, also of names with hyphens', () => {
    const pair = {
      coefficientOfRestitution: 0.3,
      slidingFrictionCoefficient: 0.2,
      rotationalResistanceCoefficient: 0.01,
      vsmall: 0.1,
    }
    const own = createMaterialTables('world', {
      solidMaterials: { 'Ti-6Al-4V': { density: 4430 } },
      contactPairs: { 'Ti-6Al-4V-Steel': pair, 'DryWood-Steel': pair },
    })
    // one threshold for both, as in the thesis
    const expected = { ...pair, response: 'elastic', vsmallFriction: 0.1, wsmall: 0.01 }
    expect(findContactPair(own, 'Steel', 'Ti-6Al-4V')).toEqual(expected)
    expect(findContactPair(own, 'Steel', 'DryWood')).toEqual(expected)
  })
})
