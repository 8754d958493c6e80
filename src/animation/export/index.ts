/** Writers of scenes: glTF, JSON of three.js, SVG, OBJ and STL. */

export type { Accessor, BufferView } from './gltf-buffer.ts'
export { type GltfDocument, toGlb, toGltf } from './gltf-writer.ts'
export { toObj, toStl } from './obj-stl-writers.ts'
export { type SvgOptions, toSvg } from './svg-writer.ts'
export { type ThreeJson, type ThreeNode, toThreeJson } from './three-json-writer.ts'
