/** Materials: contact data, visual properties, and pairs. */
export { parseColor, type Rgb, toLinear } from './color.ts'
export { type ContactPairs, contactPairs, type ResponseName } from './contact-pair-table.ts'
export {
  assertSolidMaterial,
  createMaterialTables,
  findContactPair,
  findSolidMaterial,
  type MaterialTables,
} from './material-tables.ts'
export { type SolidMaterial, type SolidMaterials, solidMaterials } from './solid-materials.ts'
export {
  findVisualMaterial,
  type VisualMaterial,
  type VisualMaterials,
  visualMaterials,
} from './visual-material.ts'
