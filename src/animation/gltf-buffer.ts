/** The binary part of a glTF file: a sequence of arrays, and their accessors. */

/** Codes of glTF 2.0, section 3.6.2. */
const FLOAT = 5126
const UNSIGNED_SHORT = 5123
const UNSIGNED_INT = 5125
const ARRAY_BUFFER = 34962
const ELEMENT_ARRAY_BUFFER = 34963

const COMPONENTS: Readonly<Record<Accessor['type'], number>> = { SCALAR: 1, VEC3: 3, VEC4: 4 }

/** Indices from here on need 32 bits; the largest 16 bit number restarts strips. */
const MAX_SHORT_INDEX = 65534

/** A piece of the binary data of a glTF document. */
export interface BufferView {
  readonly buffer: 0
  readonly byteOffset: number
  readonly byteLength: number
  readonly target?: number
}

/** An array in the binary data of a glTF document. */
export interface Accessor {
  readonly bufferView: number
  readonly componentType: number
  readonly count: number
  readonly type: 'SCALAR' | 'VEC3' | 'VEC4'
  readonly min?: readonly number[]
  readonly max?: readonly number[]
}

/** Collects arrays. Each has its own buffer view, which starts at a multiple of four bytes. */
export class GltfBuffer {
  readonly bufferViews: BufferView[] = []
  readonly accessors: Accessor[] = []
  private readonly chunks: Uint8Array[] = []
  private length = 0

  /** Adds 32 bit floats as attribute of vertices; `withLimits` for positions. Returns the index of the accessor. */
  addAttribute(values: Float64Array, withLimits: boolean): number {
    return this.addFloats(values, 'VEC3', withLimits, ARRAY_BUFFER)
  }

  /** Adds 32 bit floats of an animation; `withLimits` for times. Returns the index of the accessor. */
  addTrack(values: Float64Array, type: Accessor['type'], withLimits: boolean): number {
    return this.addFloats(values, type, withLimits, undefined)
  }

  /** Adds indices of vertices, with 16 bits if possible. Returns the index of the accessor. */
  addIndices(values: Uint32Array): number {
    const isShort = values.every((i) => i <= MAX_SHORT_INDEX)
    const data = isShort ? Uint16Array.from(values) : values
    return this.add(
      data,
      {
        componentType: isShort ? UNSIGNED_SHORT : UNSIGNED_INT,
        count: values.length,
        type: 'SCALAR',
      },
      ELEMENT_ARRAY_BUFFER,
    )
  }

  /** All bytes; a multiple of four. */
  toBytes(): Uint8Array {
    const bytes = new Uint8Array(this.length)
    let offset = 0
    for (const chunk of this.chunks) {
      bytes.set(chunk, offset)
      offset += padded(chunk.length)
    }
    return bytes
  }

  private addFloats(
    values: Float64Array,
    type: Accessor['type'],
    withLimits: boolean,
    target: number | undefined,
  ): number {
    const data = Float32Array.from(values)
    const size = COMPONENTS[type]
    const limits = withLimits ? computeLimits(data, size) : {}
    return this.add(data, { componentType: FLOAT, count: data.length / size, type, ...limits }, target)
  }

  private add(
    data: Float32Array | Uint16Array | Uint32Array,
    accessor: Omit<Accessor, 'bufferView'>,
    target: number | undefined,
  ): number {
    const view = { buffer: 0, byteOffset: this.length, byteLength: data.byteLength } as const
    this.bufferViews.push(target === undefined ? view : { ...view, target })
    this.chunks.push(new Uint8Array(data.buffer, data.byteOffset, data.byteLength))
    this.length += padded(data.byteLength)
    return this.accessors.push({ bufferView: this.bufferViews.length - 1, ...accessor }) - 1
  }
}

/** The next multiple of four. */
export function padded(length: number): number {
  return 4 * Math.ceil(length / 4)
}

function computeLimits(data: Float32Array, size: number): { min: number[]; max: number[] } {
  const min = Array.from<number>({ length: size }).fill(Number.POSITIVE_INFINITY)
  const max = Array.from<number>({ length: size }).fill(Number.NEGATIVE_INFINITY)
  for (let i = 0; i < data.length; i++) {
    const c = i % size
    if (data[i] < min[c]) min[c] = data[i]
    if (data[i] > max[c]) max[c] = data[i]
  }
  return { min, max }
}
