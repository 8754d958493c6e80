/** Triangle meshes: reading, orientation, convex hull, mass properties. */
export { type ConvexHull, convexHull } from './convex-hull.ts'
export { checkMeshArrays, flattenRows3, type MeshArrays, mergeVertices, type Rows3 } from './mesh-arrays.ts'
export {
  computeMeshMassProperties,
  integratePolyhedron,
  type MassProperties,
} from './mesh-mass-properties.ts'
export { meshToObj, parseObj } from './obj.ts'
export { orientMesh } from './orient-mesh.ts'
export { meshToStl, parseStl } from './stl.ts'
