/**
 * Every kernel `(out, o, a, ia, …)` of vectors, rotations and double-doubles: the previous content of the output does
 * not matter, the places may be anywhere in their arrays, adjacent numbers and inputs are unchanged, and the output may
 * be the same place as an input. The table is checked for completeness.
 */
import { describe, expect, test } from 'vitest'
import * as doubleDouble from '../../src/math/double-double.ts'
import * as vectors from '../../src/math/vectors/index.ts'
import { bitsOf, DIRT } from '../support/dirty-memory.ts'
import { rodrigues } from '../support/geometry.ts'
import { createRandom } from '../support/random.ts'

/**
 * Arguments in their order. Arrays: `>n` is an output of n numbers, `n` an input, `R` a rotation matrix, `S` a symmetric
 * matrix, `q` a unit quaternion, `M` a spatial inertia, `d` a double-double, `D` three of them. Numbers: `.`.
 */
const VECTORS: Record<string, string> = {
  cardanSingularityDistance: '3',
  cardan123ToRotation: '>9 3',
  cardan132ToRotation: '>9 3',
  cardan123FromRotation: '>3 R',
  cardan132FromRotation: '>3 R',
  cardan123RatesToW_A: '>3 3 3',
  cardan123RatesToW_B: '>3 3 3',
  cardan123RatesFromW_A: '>3 3 3',
  cardan123RatesFromW_B: '>3 3 3',
  cardan132RatesToW_A: '>3 3 3',
  cardan132RatesToW_B: '>3 3 3',
  cardan132RatesFromW_A: '>3 3 3',
  cardan132RatesFromW_B: '>3 3 3',
  cardan123AccelerationBias_B: '>3 3 3',
  cardan132AccelerationBias_B: '>3 3 3',
  mat3Identity: '>9',
  mat3Copy: '>9 9',
  mat3AddScaled: '>9 9 9 .',
  mat3Mul: '>9 9 9',
  mat3MulTransposeA: '>9 9 9',
  mat3MulTransposeB: '>9 9 9',
  mat3MulVec: '>3 9 3',
  mat3TransposeMulVec: '>3 9 3',
  mat3Transpose: '>9 9',
  mat3Skew: '>9 3',
  mat3Determinant: '9',
  mat3Inverse: '>9 9',
  mat3SymmetricEigen: '>3 >9 S',
  quatIdentity: '>4',
  quatMul: '>4 q q',
  quatConjugate: '>4 q',
  quatNormalize: '>4 4',
  quatRotateVec: '>3 q 3',
  quatInverseRotateVec: '>3 q 3',
  quatToRotation: '>9 q',
  quatFromRotation: '>4 R',
  quatDerivativeFromW_A: '>4 q 3',
  quatDerivativeFromW_B: '>4 q 3',
  quatExp: '>4 3',
  quatLog: '>3 q',
  quatSlerp: '>4 q q .',
  rotationX: '>9 .',
  rotationY: '>9 .',
  rotationZ: '>9 .',
  rotationFromAxisAngle: '>9 u .',
  rotationToAxisAngle: '>3 R',
  rotationExp: '>9 3',
  rotationLog: '>3 R',
  rotationLogRates: '>9 3',
  rotationOrthonormalize: '>9 R',
  rotationFromAxesXY: '>9 3 3',
  spatialDot: '6 6',
  spatialCrossMotion: '>6 6 6',
  spatialCrossForce: '>6 6 6',
  spatialShiftMotion: '>6 6 3',
  spatialShiftForce: '>6 6 3',
  spatialMotionToA: '>6 R 3 6',
  spatialMotionToB: '>6 R 3 6',
  spatialForceToA: '>6 R 3 6',
  spatialForceToB: '>6 R 3 6',
  spatialInertiaFromCentral: '>M . 3 S',
  spatialInertiaAdd: '>M M M',
  spatialInertiaMulMotion: '>6 M 6',
  spatialInertiaShift: '>M M 3',
  spatialInertiaRotate: '>M R M',
  spatialInertiaToMatrix6: '>36 M',
  vec3Set: '>3 . . .',
  vec3Copy: '>3 3',
  vec3Add: '>3 3 3',
  vec3Sub: '>3 3 3',
  vec3Scale: '>3 3 .',
  vec3AddScaled: '>3 3 3 .',
  vec3Cross: '>3 3 3',
  vec3Dot: '3 3',
  vec3Norm: '3',
  vec3Distance: '3 3',
  vec3Normalize: '>3 3',
  vec3Perpendicular: '>3 3',
}

const DOUBLE_DOUBLE: Record<string, string> = {
  ddFromDouble: '>d .',
  ddToDouble: 'd',
  ddCompare: 'd d',
  ddNeg: '>d d',
  ddAdd: '>d d d',
  ddSub: '>d d d',
  ddMul: '>d d d',
  ddDiv: '>d d d',
  ddSqrt: '>d p',
  ddDot3: '>d D D',
  ddCross3: '>D D D',
}

/** Their status 1 means that no result exists; the output stays unchanged. */
const UNTOUCHED = ['mat3Inverse', 'rotationFromAxesXY']

const SPECIAL = [0, Number.POSITIVE_INFINITY, Number.NaN]

type Random = () => number
const SIZE: Record<string, number> = {
  R: 9,
  S: 9,
  q: 4,
  u: 3,
  M: vectors.SPATIAL_INERTIA_SIZE,
  d: 2,
  p: 2,
  D: 6,
}
const sizeOf = (kind: string): number => SIZE[kind] ?? Number(kind)

/** An input of the given kind. */
function draw(kind: string, random: Random): Float64Array {
  const fill = (n: number): Float64Array => Float64Array.from({ length: n }, () => 2 * random() - 1)
  const unit = (n: number): Float64Array => {
    const v = fill(n)
    const length = Math.hypot(...v)
    return v.map((x) => x / length)
  }
  switch (kind) {
    case 'R':
      return rodrigues(unit(3), 3 * random())
    case 'S': {
      const a = fill(9)
      return a.map((_, k) => a[k] + a[(k % 3) * 3 + Math.floor(k / 3)])
    }
    case 'q':
      return unit(4)
    case 'u':
      return unit(3)
    case 'p':
      return Float64Array.of(1 + random(), 1e-17 * random())
    case 'd':
      return Float64Array.of(2 * random() - 1, 1e-18 * random())
    case 'D':
      return Float64Array.from({ length: 6 }, (_, k) => (k % 2 === 0 ? 2 * random() - 1 : 1e-18 * random()))
    default:
      return fill(sizeOf(kind))
  }
}

interface Answer {
  readonly value: unknown
  readonly outputs: readonly Float64Array[]
}

/** Numbers around the place of an argument. */
const BEFORE = 5
const AFTER = 7

/** Calls a kernel with every argument in the middle of a separate array full of `dirt`. */
function call(
  kernel: Kernel,
  signature: string,
  inputs: readonly (Float64Array | number)[],
  dirt: number,
): Answer {
  const places: { memory: Float64Array; isOutput: boolean; size: number; before: Float64Array }[] = []
  const args: unknown[] = []
  let next = 0
  for (const word of signature.split(' ')) {
    const isOutput = word.startsWith('>')
    const input = isOutput ? undefined : inputs[next++]
    if (typeof input === 'number') {
      args.push(input)
      continue
    }
    const size = sizeOf(word.replace('>', ''))
    const memory = new Float64Array(BEFORE + size + AFTER).fill(dirt)
    if (input !== undefined) memory.set(input, BEFORE)
    places.push({ memory, isOutput, size, before: memory.slice() })
    args.push(memory, BEFORE)
  }
  const value = kernel(...args)
  for (const { memory, isOutput, size, before } of places) {
    if (isOutput) before.set(memory.subarray(BEFORE, BEFORE + size), BEFORE)
    expect(bitsOf(memory), 'inputs and adjacent numbers are unchanged').toEqual(bitsOf(before))
  }
  const outputs = places.filter((place) => place.isOutput)
  return { value, outputs: outputs.map(({ memory, size }) => memory.slice(BEFORE, BEFORE + size)) }
}

type Kernel = (...args: unknown[]) => unknown

function checkAll(module: Record<string, unknown>, table: Record<string, string>): void {
  test('the table contains all kernels', () => {
    const kernels = Object.keys(module).filter((name) => typeof module[name] === 'function')
    expect(Object.keys(table).sort()).toEqual(kernels.sort())
  })

  test.each(Object.entries(table))('%s(%s)', (name, signature) => {
    const kernel = module[name] as Kernel
    const words = signature.split(' ')
    for (let seed = 1; seed <= 5 + SPECIAL.length; seed++) {
      const random = createRandom(seed)
      const inputs = words
        .filter((word) => !word.startsWith('>'))
        .map((word) => (word === '.' ? 2 * random() - 1 : draw(word, random)))
      // the last input is full of a number that is difficult for divisions, roots and iterations
      const last = inputs[inputs.length - 1]
      if (seed > 5 && last instanceof Float64Array) last.fill(SPECIAL[seed - 6])
      const clean = call(kernel, signature, inputs, 0)
      for (const dirt of DIRT) {
        const dirty = call(kernel, signature, inputs, dirt)
        expect(dirty.value).toBe(clean.value)
        const isUntouched = UNTOUCHED.includes(name) && clean.value === 1
        clean.outputs.forEach((found, k) => {
          const output = isUntouched ? found.map(() => dirt) : found
          expect(bitsOf(dirty.outputs[k])).toEqual(bitsOf(output))
        })
      }
      if (!(UNTOUCHED.includes(name) && clean.value === 1)) checkSamePlace(kernel, words, inputs, clean)
    }
  })
}

/** The output may be the same place as any input of its size, and both inputs may be one. */
function checkSamePlace(
  kernel: Kernel,
  words: readonly string[],
  inputs: readonly (Float64Array | number)[],
  clean: Answer,
): void {
  if (clean.outputs.length !== 1) return
  const [output] = clean.outputs
  inputs.forEach((input, shared) => {
    if (typeof input === 'number' || input.length !== output.length) return
    const place = Float64Array.from(input)
    let next = 0
    const args = words.flatMap((word) => {
      if (word.startsWith('>')) return [place, 0]
      const value = inputs[next++]
      if (typeof value === 'number') return [value]
      return [next - 1 === shared ? place : Float64Array.from(value), 0]
    })
    kernel(...args)
    expect(bitsOf(place), 'output in the place of an input').toEqual(bitsOf(output))
  })
}

describe('vectors, rotations and spatial vectors', () => {
  checkAll(vectors, VECTORS)
})

describe('double-doubles', () => {
  checkAll(doubleDouble, DOUBLE_DOUBLE)
})
