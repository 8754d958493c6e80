/** Base64 encoding of values in the metadata of a file. */

// Global in browsers and in Node, but not among the types of the language.
declare function btoa(binary: string): string
declare function atob(text: string): string

/** Number of bytes per step; a multiple of 3, so that the texts can be concatenated. */
const PIECE = 3 << 12

export function encodeBase64(bytes: Uint8Array): string {
  const texts: string[] = []
  for (let i = 0; i < bytes.length; i += PIECE)
    texts.push(btoa(String.fromCharCode(...bytes.subarray(i, i + PIECE))))
  return texts.join('')
}

/** Throws an error if the text is invalid. */
export function decodeBase64(text: string): Uint8Array {
  const binary = atob(text)
  const bytes = new Uint8Array(binary.length)
  for (let i = 0; i < bytes.length; i++) bytes[i] = binary.charCodeAt(i)
  return bytes
}
