import { Color as ThreeColor } from 'three'
import { visualMaterials } from 'vario/multibody'
import { describe, expect, it } from 'vitest'
import { findVisualMaterial, parseColor, toLinear } from '../../../src/materials/index.ts'

describe('parseColor', () => {
  it('reads the names of CSS, in any case', () => {
    for (const [name, value] of Object.entries(ThreeColor.NAMES)) {
      const [r, g, b] = parseColor('c', name)
      expect((r << 16) | (g << 8) | b, name).toBe(value)
    }
    expect(parseColor('c', 'DarkGreen')).toEqual([0, 100, 0])
  })

  it('reads hexadecimal numbers and components', () => {
    expect(parseColor('c', '#0a10Ff')).toEqual([10, 16, 255])
    expect(parseColor('c', [1, 2, 255])).toEqual([1, 2, 255])
  })

  it.each([
    ['gren', /^c: expected a color name .*did you mean 'green'\?\), got 'gren'\.$/],
    ['#12345', /^c: expected a color name/],
    [[0, 0, 256], /^c: expected \[red, green, blue\]/],
    [[0, 0], /^c: expected \[red, green, blue\]/],
  ])('rejects %j', (color, message) => {
    expect(() => parseColor('c', color as string)).toThrow(message)
  })

  it('converts to light intensities like three.js', () => {
    // three.js writes the factors with ten digits
    for (const c of [0, 5, 10, 11, 100, 255])
      expect(toLinear(c)).toBeCloseTo(new ThreeColor(`rgb(${c}, 0, 0)`).r, 9)
  })
})

describe('findVisualMaterial', () => {
  const find = (material?: string | object) =>
    findVisualMaterial('arm.visualMaterial', visualMaterials, material)

  it('completes data and finds names', () => {
    expect(find()).toEqual({
      color: [0, 0, 255],
      transparency: 0,
      wireframe: false,
      shininess: 0.7,
      reflectsLight: true,
    })
    expect(find({ color: 'red', wireframe: true })).toMatchObject({ color: [255, 0, 0], wireframe: true })
    expect(find('RedTransparent')).toMatchObject({ color: [255, 0, 0], transparency: 0.7, shininess: 1 })
  })

  it.each([
    ['RedTransparant', "did you mean 'RedTransparent'?), got 'RedTransparant'."],
    [{ colr: 'red' }, "did you mean 'color'?), got 'colr'."],
    [{ color: 'rot' }, 'arm.visualMaterial.color: expected a color name'],
    [{ transparency: 1.1 }, 'arm.visualMaterial.transparency: expected a number between 0 and 1, got 1.1.'],
    [{ shininess: Number.NaN }, 'arm.visualMaterial.shininess: expected a finite number'],
    [{ wireframe: 1 }, 'arm.visualMaterial.wireframe: expected true or false, got 1.'],
  ])('rejects %j', (material, message) => {
    expect(() => find(material)).toThrow(message)
  })
})
