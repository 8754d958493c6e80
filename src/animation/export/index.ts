/** Scenes as glTF, as JSON of three.js and as SVG. */
export { toGlb, toGltf } from './gltf.ts'
export { toSvg } from './svg.ts'
export { toThreeJson } from './three-json.ts'
