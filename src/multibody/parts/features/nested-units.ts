/** Units of the values in shapes and materials, by their names. */

const LENGTHS = [
  ...['lengthX', 'lengthY', 'lengthZ', 'length', 'width', 'thickness'],
  ...['diameter', 'topDiameter', 'innerDiameter'],
]

/** All of them are lengths. */
export const SHAPE_UNITS: Readonly<Record<string, string>> = Object.fromEntries(
  LENGTHS.map((name) => [name, 'm']),
)

export const MATERIAL_UNITS: Readonly<Record<string, string>> = { density: 'kg/m3', YoungsModulus: 'Pa' }
