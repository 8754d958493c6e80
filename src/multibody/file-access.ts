/** Meshes from files. */
import { InputError, VarioError } from '../base/index.ts'
import { Mesh, type MeshShape, parseObj, parseStl } from '../collision/index.ts'

/** The required part of Node's file system; a browser has none. */
interface FileSystem {
  existsSync(path: string): boolean
  readFileSync(path: string): Uint8Array
}

declare const TextDecoder: new () => { decode(bytes: Uint8Array): string }
declare const process: { getBuiltinModule?(name: string): FileSystem } | undefined

/** Arguments of `FileMesh`. */
export interface FileMeshParameters {
  /** Path of an OBJ or STL file, relative to the working directory. */
  readonly filename: string
  /** Factor of all coordinates, or one per axis; = 1: the file is in meters. */
  readonly scale?: number | readonly [number, number, number]
}

/**
 * A shape from an OBJ or STL file (binary or text), in the frame of the file.
 * @throws VarioError 'FILE' if the file does not exist, InputError with file and line if it is invalid.
 */
export function FileMesh(parameters: FileMeshParameters): MeshShape {
  const { filename, scale = 1 } = parameters
  if (typeof filename !== 'string') throw new InputError('FileMesh.filename', 'the path of a file', filename)
  const extension = /\.(obj|stl)$/i.exec(filename)?.[1].toLowerCase()
  if (extension === undefined)
    throw new InputError('FileMesh.filename', 'a file that ends in .obj or .stl', filename)
  const bytes = readFile(filename)
  const mesh =
    extension === 'obj' ? parseObj(new TextDecoder().decode(bytes), filename) : parseStl(bytes, filename)
  return Mesh({ ...mesh, scale, source: filename })
}

function readFile(path: string): Uint8Array {
  const fs = typeof process === 'undefined' ? undefined : process.getBuiltinModule?.('node:fs')
  if (!fs)
    throw new VarioError(
      'FILE',
      `${path}: expected Node 20.16 or newer, which can read files, got another runtime. Pass the data itself.`,
      { path },
    )
  if (!fs.existsSync(path))
    throw new VarioError('FILE', `${path}: expected a file, got none at this path. Check the path.`, { path })
  return fs.readFileSync(path)
}
