import { quantity } from 'vario'
import { CoordinateSystem, GearWheel, Grid, Spring, TextShape } from 'vario/multibody'
import { describe, expect, it } from 'vitest'
import { checkVisualShape, isVisualShape, type VisualShape } from '../../../src/animation/index.ts'

describe('constructors of visual shapes', () => {
  it('have the defaults of facts A.5', () => {
    expect(CoordinateSystem()).toEqual({ shape: 'CoordinateSystem', length: 1 })
    expect(Grid()).toEqual({ shape: 'Grid', axis: 'z', length: 1, width: 0.6, distance: 0.1, lineWidth: 1 })
    expect(Spring()).toEqual({
      shape: 'Spring',
      axis: 'z',
      length: 1,
      diameter: 1,
      wireDiameter: 0.05,
      windings: 5,
    })
    expect(GearWheel()).toEqual({
      shape: 'GearWheel',
      axis: 'z',
      diameter: 1,
      length: 1,
      innerDiameter: 0,
      rootDiameter: 0.9,
      angle: 0,
      teeth: 20,
    })
    // proportions follow the diameter, also if its value is set later
    expect(GearWheel({ diameter: 0.5 }).rootDiameter).toBeCloseTo(0.45, 15)
    expect(Spring({ diameter: 0.02 }).wireDiameter).toBeCloseTo(0.001, 15)
    expect(Spring({ axis: '-x', diameter: 1e-6 }).wireDiameter).toBeCloseTo(5e-8, 20)
    const diameter = quantity(20, 'cm')
    expect(GearWheel({ diameter })).not.toHaveProperty('rootDiameter')
    const known = { ...GearWheel({ diameter }), diameter: 0.2 }
    expect(checkVisualShape('gear', known)).toMatchObject({ diameter: 0.2, rootDiameter: 0.9 * 0.2 })
    expect(TextShape({ text: 'a', font: { bold: true } })).toEqual({
      shape: 'TextShape',
      text: 'a',
      font: { fontFamily: 'sans-serif', bold: true, italic: false, charSize: 0.1 },
      offset: [0, 0, 0],
      axisAlignment: 'Screen',
      alignment: 'Center',
    })
  })

  it('create frozen data that checks accept, and that differ from solid shapes', () => {
    for (const shape of [CoordinateSystem(), Grid(), Spring(), GearWheel(), TextShape({ text: '' })]) {
      expect(Object.isFrozen(shape)).toBe(true)
      expect(isVisualShape(shape)).toBe(true)
      checkVisualShape('arm', shape)
    }
    expect(isVisualShape({ shape: 'Sphere' })).toBe(false)
  })

  it.each([
    [() => CoordinateSystem({ length: 0 }), 'CoordinateSystem.length: expected a positive number, got 0.'],
    [() => Grid({ distance: -1 }), 'Grid.distance: expected a positive number, got -1.'],
    [() => Grid({ axis: 'w' as 'x' }), "Grid.axis: expected 'x' | 'y' | 'z'"],
    [() => Spring({ wireDiameter: 2 }), 'Spring.wireDiameter: expected less than diameter = 1, got 2.'],
    [() => Spring({ windngs: 2 } as object), "did you mean 'windings'?), got 'windngs'."],
    [() => GearWheel({ rootDiameter: 1 }), 'GearWheel.rootDiameter: expected less than diameter = 1, got 1.'],
    [
      () => GearWheel({ innerDiameter: 0.95 }),
      'GearWheel.innerDiameter: expected less than rootDiameter = 0.9',
    ],
    [() => GearWheel({ teeth: 2 }), 'GearWheel.teeth: expected an integer >= 3, got 2.'],
    [() => GearWheel({ angle: 2 }), 'GearWheel.angle: expected an angle between -π/2 and π/2, got 2.'],
    [() => TextShape({ text: 3 as unknown as string }), 'TextShape.text: expected a text, got 3.'],
    [
      () => TextShape({ text: '', font: { charSize: 0 } }),
      'TextShape.font.charSize: expected a positive number',
    ],
    [
      () => TextShape({ text: '', offset: [0, 1, Number.NaN] }),
      'TextShape.offset[2]: expected a finite number',
    ],
  ])('reject wrong values: %s', (create, message) => {
    expect(create).toThrow(message)
  })

  it('accept deferred numbers, which are checked later', () => {
    const deferred = { _class: 'expr' }
    const spring = Spring({ diameter: deferred, wireDiameter: 2 })
    expect(spring.diameter).toBe(deferred)
    expect(() => checkVisualShape('arm.shape', spring)).toThrow(
      'arm.shape.diameter: expected a positive number',
    )
    expect(() => checkVisualShape('arm.shape', { ...spring, diameter: 1 })).toThrow('arm.shape.wireDiameter')
    checkVisualShape('arm.shape', { ...spring, diameter: 3 })
    expect(() => checkVisualShape('arm', { shape: 'Sprng' } as unknown as VisualShape)).toThrow(
      "did you mean 'Spring'?",
    )
  })
})
