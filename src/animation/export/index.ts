/** Writers of scenes: glTF, JSON of three.js, SVG, OBJ and STL. */
export { toGlb, toGltf } from './gltf-writer.ts'
export { toObj, toStl } from './obj-stl-writers.ts'
export { toSvg } from './svg-writer.ts'
export { toThreeJson } from './three-json-writer.ts'
