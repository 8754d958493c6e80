/** Conversion of texts and doubles to bytes. In files, doubles are little-endian. */

// Global in browsers and in Node, but not among the types of the language.
declare const TextEncoder: new () => { encode(text: string): Uint8Array }
declare const TextDecoder: new (
  label: string,
  options: { fatal: boolean },
) => { decode(bytes: Uint8Array): string }

const IS_LITTLE_ENDIAN = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1

/** UTF-8. */
export function encodeText(text: string): Uint8Array {
  return new TextEncoder().encode(text)
}

/** Decodes UTF-8; throws a TypeError for invalid bytes. */
export function decodeText(bytes: Uint8Array): string {
  return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
}

/** The bytes of doubles; shared on little-endian machines. */
export function bytesOfDoubles(values: Float64Array): Uint8Array {
  if (IS_LITTLE_ENDIAN) return new Uint8Array(values.buffer, values.byteOffset, values.byteLength)
  const view = new DataView(new ArrayBuffer(8 * values.length))
  for (let i = 0; i < values.length; i++) view.setFloat64(8 * i, values[i], true)
  return new Uint8Array(view.buffer)
}

/** `n` doubles starting at a byte; they share the memory of the bytes if possible. */
export function doublesAt(bytes: Uint8Array, start: number, n: number): Float64Array {
  const offset = bytes.byteOffset + start
  if (IS_LITTLE_ENDIAN && offset % 8 === 0) return new Float64Array(bytes.buffer, offset, n)
  const values = new Float64Array(n)
  const view = new DataView(bytes.buffer, offset, 8 * n)
  for (let i = 0; i < n; i++) values[i] = view.getFloat64(8 * i, true)
  return values
}

/** Concatenates all pieces. */
export function joinBytes(pieces: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  let length = 0
  for (const piece of pieces) length += piece.length
  const bytes = new Uint8Array(length)
  let start = 0
  for (const piece of pieces) {
    bytes.set(piece, start)
    start += piece.length
  }
  return bytes
}
