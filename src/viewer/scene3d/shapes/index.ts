/** Parts of a scene as objects of three.js: geometries, materials, lines and texts. */
export { PartSet } from './part-set.ts'
export { placeObject } from './single-part.ts'
