import { Beam, Box, Capsule, Cone, Cylinder, Ellipsoid, Mesh, type SolidShape, Sphere } from 'vario/collision'
import { describe, expect, it } from 'vitest'
import { checkShape } from '../../../src/collision/index.ts'

const deferred = { _class: 'Expr' }

describe('constructors of shapes', () => {
  it('use defaults and return frozen data', () => {
    expect(Sphere()).toEqual({ shape: 'Sphere', diameter: 1 })
    expect(Ellipsoid()).toEqual({ shape: 'Ellipsoid', lengthX: 1, lengthY: 1, lengthZ: 1 })
    expect(Box({ lengthY: 0 })).toEqual({ shape: 'Box', lengthX: 1, lengthY: 0, lengthZ: 1 })
    expect(Cylinder({ axis: 'x' })).toEqual({
      shape: 'Cylinder',
      axis: 'x',
      diameter: 1,
      length: 1,
      innerDiameter: 0,
    })
    expect(Cone({ diameter: 2 })).toEqual({
      shape: 'Cone',
      axis: 'z',
      diameter: 2,
      length: 1,
      topDiameter: 0,
    })
    expect(Capsule({ length: 3 })).toEqual({ shape: 'Capsule', axis: 'z', diameter: 1, length: 3 })
    expect(Beam()).toEqual({ shape: 'Beam', axis: 'z', length: 1, width: 0.2, thickness: 0.1 })
    expect(Object.isFrozen(Beam())).toBe(true)
  })

  it('check numbers immediately', () => {
    expect(() => Sphere({ diameter: -1 })).toThrow('Sphere.diameter: expected a positive number, got -1.')
    expect(() => Sphere({ diameter: Number.NaN })).toThrow(
      'Sphere.diameter: expected a positive number, got NaN.',
    )
    expect(() => Box({ lengthX: -0.1 })).toThrow('Box.lengthX: expected a number >= 0, got -0.1.')
    expect(() => Cylinder({ diameter: 0 })).toThrow('Cylinder.diameter: expected a positive number, got 0.')
    expect(() => Cone({ diameter: 0 })).toThrow(
      'Cone.diameter: expected a positive number, because topDiameter is 0, got 0.',
    )
    expect(() => Cone({ axis: '+z' as 'z' })).toThrow(/^Cone\.axis: expected 'x' \| 'y' \| 'z' \| '-x'/)
    expect(() => Cylinder({ diameter: 0.5, innerDiameter: 0.6 })).toThrow(
      'Cylinder.innerDiameter: expected less than diameter = 0.5, got 0.6.',
    )
    expect(() => Capsule({ axis: 'w' as 'x' })).toThrow("Capsule.axis: expected 'x' | 'y' | 'z', got 'w'.")
    expect(() => Beam({ widht: 2 } as object)).toThrow(
      "Beam: expected one of the names axis, length, width, thickness (did you mean 'width'?), got 'widht'.",
    )
  })

  it('keep deferred numbers for a later check', () => {
    const cone = Cone({ diameter: deferred, topDiameter: 3 })
    expect(cone.diameter).toBe(deferred)
    expect(() => checkShape('arm.shape', cone)).toThrow(
      'arm.shape.diameter: expected a number >= 0, got an object with _class.',
    )
    expect(() => checkShape('arm.shape', { ...cone, diameter: -2 })).toThrow(
      'arm.shape.diameter: expected a number >= 0, got -2.',
    )
    for (const diameter of [0, 2, 4])
      expect(() => checkShape('arm.shape', { ...cone, diameter })).not.toThrow()
  })

  it('checkShape rejects missing and unknown parameters, and values other than shapes', () => {
    expect(() => checkShape('a', { shape: 'Sphere' } as SolidShape)).toThrow('a.diameter: expected a value')
    expect(() => checkShape('a', { shape: 'Sphare', diameter: 1 } as unknown as SolidShape)).toThrow(
      "did you mean 'Sphere'?",
    )
    expect(() => checkShape('a', 3 as unknown as SolidShape)).toThrow('a: expected a shape, got 3.')
    const mesh = Mesh({ vertices: [0, 0, 0, 1, 0, 0, 0, 1, 0], triangles: [0, 1, 2] })
    expect(() => checkShape('a', mesh)).not.toThrow()
    expect(() => checkShape('a', { ...mesh, triangles: Int32Array.of(0, 1, 3) })).toThrow(
      'a.triangles[0]: expected indices of corners from 0 to 2, got 3.',
    )
  })
})
